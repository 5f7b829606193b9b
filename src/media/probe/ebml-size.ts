import type { Bytes } from './bytes.ts'
import { corrupt, truncated } from './refused.ts'

const ebml = 0x1a45dfa3
const segment = 0x18538067
/** Padding (Void) and similar elements may be between the header and the segment. */
const maxElements = 16

/**
 * Checks that a WebM or Matroska file is as long as its segment. A segment of unknown length, as browsers record it,
 * cannot be checked: such a file may be cut off.
 */
export async function checkSegment(bytes: Bytes): Promise<void> {
  let at = 0
  for (let elements = 0; elements < maxElements; elements += 1) {
    const { id, length, headBytes } = await readHead(bytes, at)
    if (elements === 0 && id !== ebml) throw corrupt('it has no EBML header')
    if (id === segment) {
      if (length === null) return
      const end = at + headBytes + length
      if (end > bytes.size)
        throw truncated(`according to its header it has ${end} bytes, but there are only ${bytes.size}`)
      return
    }
    if (length === null) break
    at += headBytes + length
  }
  throw corrupt('it has no Matroska segment')
}

async function readHead(bytes: Bytes, at: number): Promise<{ id: number; length: number | null; headBytes: number }> {
  if (at >= bytes.size) throw truncated('its Matroska segment is missing')
  const head = await bytes.upTo(at, 12)
  const idBytes = Math.clz32(head.readUInt8()) - 23
  const first = head[idBytes] ?? 0
  const lengthBytes = Math.clz32(first) - 23
  if (idBytes > 4 || lengthBytes > 8) throw corrupt('an element does not begin where it should')
  if (head.length < idBytes + lengthBytes) throw truncated('it ends within the header of an element')
  let length = BigInt(first & (0xff >> lengthBytes))
  let unknown = (first & (0xff >> lengthBytes)) === 0xff >> lengthBytes
  for (const byte of head.subarray(idBytes + 1, idBytes + lengthBytes)) {
    length = length * 256n + BigInt(byte)
    unknown &&= byte === 0xff
  }
  return {
    id: head.readUIntBE(0, idBytes),
    length: unknown ? null : Number(length),
    headBytes: idBytes + lengthBytes,
  }
}
