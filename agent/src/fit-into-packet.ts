import { MAX_SOCKET_PACKET_BYTES } from '@vigil/shared/contract/protocol-version';

/** Leaves room for the packet around the payload. */
const MAX_PAYLOAD_BYTES = MAX_SOCKET_PACKET_BYTES - 16_384;

/** The first rows, as many as fit into one packet beside `others`; characters may take several bytes. */
export function fitIntoPacket<Row>(rows: readonly Row[], others: unknown = null): readonly Row[] {
  let room = MAX_PAYLOAD_BYTES - Buffer.byteLength(JSON.stringify(others));
  const cut = rows.findIndex((row) => (room -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0);
  return cut === -1 ? rows : rows.slice(0, cut);
}
