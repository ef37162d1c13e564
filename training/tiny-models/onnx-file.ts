/**
 * Writes ONNX files: the few messages of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3
 * that a small graph needs, numbered as there.
 */
import protobuf from "protobufjs";

const messages = `
syntax = "proto3";
package onnx;
message Attribute { string name = 1; int64 i = 3; int32 type = 20; }
message Node { repeated string input = 1; repeated string output = 2; string op_type = 4; repeated Attribute attribute = 5; }
message Tensor { repeated int64 dims = 1; int32 data_type = 2; string name = 8; bytes raw_data = 9; }
message Dimension { oneof value { int64 dim_value = 1; string dim_param = 2; } }
message Shape { repeated Dimension dim = 1; }
message TensorType { int32 elem_type = 1; Shape shape = 2; }
message Type { TensorType tensor_type = 1; }
message ValueInfo { string name = 1; Type type = 2; }
message Graph { repeated Node node = 1; string name = 2; repeated Tensor initializer = 5; repeated ValueInfo input = 11; repeated ValueInfo output = 12; }
message OperatorSet { int64 version = 2; }
message Model { int64 ir_version = 1; string producer_name = 2; Graph graph = 7; repeated OperatorSet opset_import = 8; }
`;

/**
 * `ModelProto.ir_version` 8 goes with operator set 17; set 13 is the oldest whose ReduceSum and
 * Unsqueeze take their axes as tensors.
 */
const irVersion = 8;
const operatorSet = 13;

/** `AttributeProto.AttributeType.INT`. */
const intAttribute = 2;

/** Numbers of `TensorProto.DataType`. */
export const elementTypes = { float: 1, int8: 3, int64: 7 } as const;
export type ElementType = keyof typeof elementTypes;

/** A tensor that flows in or out: each dimension is a size or a name. */
export interface Port {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly (number | string)[];
}

/** A tensor that is part of the model. */
export interface Constant {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | Int8Array | BigInt64Array;
}

export interface Node {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** Whole numbers only: no operator that we use takes others. */
  readonly attributes?: Readonly<Record<string, number>>;
}

export interface Graph {
  readonly name: string;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly constants: readonly Constant[];
  readonly nodes: readonly Node[];
}

const model = protobuf.parse(messages, { keepCase: true }).root.lookupType("onnx.Model");

/** The bytes of an ONNX file. */
export function encodeOnnx(graph: Graph): Uint8Array {
  const content = {
    ir_version: irVersion,
    producer_name: "keepsake",
    opset_import: [{ version: operatorSet }],
    graph: {
      name: graph.name,
      input: graph.inputs.map(valueInfo),
      output: graph.outputs.map(valueInfo),
      initializer: graph.constants.map(tensor),
      node: graph.nodes.map(({ operator, inputs, output, attributes = {} }) => ({
        op_type: operator,
        input: inputs,
        output: [output],
        attribute: Object.entries(attributes).map(([name, i]) => ({ name, i, type: intAttribute })),
      })),
    },
  };
  return model.encode(model.fromObject(content)).finish();
}

function valueInfo({ name, type, shape }: Port): object {
  const dim = shape.map((size) => (typeof size === "number" ? { dim_value: size } : { dim_param: size }));
  return { name, type: { tensor_type: { elem_type: elementTypes[type], shape: { dim } } } };
}

/** `raw_data` is little endian, as are the machines that this runs on. */
function tensor({ name, shape, values }: Constant): object {
  const raw_data = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return { name, dims: shape, data_type: elementTypes[elementType(values)], raw_data };
}

function elementType(values: Constant["values"]): ElementType {
  if (values instanceof Float32Array) return "float";
  return values instanceof Int8Array ? "int8" : "int64";
}
