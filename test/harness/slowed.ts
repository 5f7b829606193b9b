/** Bytes from the name of a box to its timescale. */
const toTimescale = 16

/** The same MP4 or MOV, this many times slower, with a smaller timescale. */
export function slowed(film: Buffer, times: number): Buffer {
  const slow = Buffer.from(film)
  for (const box of ['mvhd', 'mdhd'])
    for (let at = slow.indexOf(box); at >= 0; at = slow.indexOf(box, at + 1))
      slow.writeUInt32BE(Math.round(slow.readUInt32BE(at + toTimescale) / times), at + toTimescale)
  return slow
}
