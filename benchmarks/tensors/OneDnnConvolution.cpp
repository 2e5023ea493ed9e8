//===- OneDnnConvolution.cpp - oneDNN's direct convolution as a row -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LAST: channels are last. REORDERED: the image is brought into the library's
/// own layout and back in each call; else it is there before the call, and the
/// result stays in it. Filters always are in the library's layout before.
/// BYTES: elements are int8, sums int32.
///
//===----------------------------------------------------------------------===//

#include <dnnl.hpp>
#include <memory>
#include <string>

using namespace dnnl;

namespace {

using Tag = memory::format_tag;
using Type = memory::data_type;
#if BYTES
using Element = signed char;
using Sum = int;
constexpr Type OfElements = Type::s8, OfSums = Type::s32;
#else
using Element = float;
using Sum = float;
constexpr Type OfElements = Type::f32, OfSums = Type::f32;
#endif

struct Convolution {
  engine Engine{engine::kind::cpu, 0};
  stream Stream{Engine};
  memory::desc OfX, OfY;
  convolution_forward Run;
  memory X, F, Y;
  reorder ToX, FromY;
  bool OwnX, OwnY;

  Convolution(const long *N, const Element *Filter) {
    long In = N[0], Out = N[1], Span = N[2], Rows = N[3], K = N[4], S = N[5];
    const Tag Image = LAST ? Tag::nhwc : Tag::nchw;
    auto Desc = [](memory::dims D, Tag T, Type Of = OfElements) {
      return memory::desc(D, Of, T);
    };
    OfX = Desc({1, In, Span, Span}, Image);
    OfY = Desc({1, Out, Rows, Rows}, Image, OfSums);
    memory::desc OfF = Desc({Out, In, K, K}, LAST ? Tag::hwio : Tag::oihw);
    const Tag Own = LAST ? Tag::nhwc : Tag::any;
    convolution_forward::desc D(
        prop_kind::forward_inference, algorithm::convolution_direct,
        Desc({1, In, Span, Span}, Own), Desc({Out, In, K, K}, Tag::any),
        Desc({1, Out, Rows, Rows}, Own, OfSums), {S, S}, {0, 0}, {0, 0});
    convolution_forward::primitive_desc PD(D, Engine);
    Run = convolution_forward(PD);
    OwnX = PD.src_desc() != OfX;
    OwnY = PD.dst_desc() != OfY;
    X = memory(PD.src_desc(), Engine);
    Y = memory(PD.dst_desc(), Engine);
    F = memory(PD.weights_desc(), Engine);
    memory Plain(OfF, Engine, const_cast<Element *>(Filter));
    reorder(Plain, F).execute(Stream, Plain, F);
    memory PlainX(OfX, Engine, nullptr), PlainY(OfY, Engine, nullptr);
    ToX = reorder(PlainX, X);
    FromY = reorder(Y, PlainY);
    Stream.wait();
  }

  void takeX(const Element *From) {
    memory Plain(OfX, Engine, const_cast<Element *>(From));
    ToX.execute(Stream, Plain, X);
  }
  void giveY(Sum *To) {
    memory Plain(OfY, Engine, To);
    FromY.execute(Stream, Y, Plain);
  }
};

std::unique_ptr<Convolution> Prepared;

} // namespace

extern "C" void prepare(const long *N, const Element *Filter,
                        const Element *X) {
  Prepared = std::make_unique<Convolution>(N, Filter);
  if (!REORDERED)
    Prepared->takeX(X);
  Prepared->Stream.wait();
}

extern "C" void tensor(const long *, const Element *, const Element *X,
                       Sum *Y) {
  Convolution &C = *Prepared;
  if (REORDERED && C.OwnX)
    C.takeX(X);
  memory InX = C.OwnX || !REORDERED
                   ? C.X
                   : memory(C.OfX, C.Engine, const_cast<Element *>(X));
  memory OutY = C.OwnY || !REORDERED ? C.Y : memory(C.OfY, C.Engine, Y);
  C.Run.execute(
      C.Stream,
      {{DNNL_ARG_SRC, InX}, {DNNL_ARG_WEIGHTS, C.F}, {DNNL_ARG_DST, OutY}});
  if (REORDERED && C.OwnY)
    C.giveY(Y);
  C.Stream.wait();
}

extern "C" void finish(Sum *Y) {
  if (!REORDERED)
    Prepared->giveY(Y);
  Prepared->Stream.wait();
}
