/** The longest EXIF block that is read: a first directory has a few dozen tags. */
const maxTags = 512
const orientationTag = 0x0112
const shortType = 3

/** Degrees clockwise by EXIF orientation. 2, 4, 5 and 7 are mirrored too, which changes neither width nor height. */
const rotations: Readonly<Record<number, number>> = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }

/** The rotation of an image by its EXIF orientation. */
export const exifRotation = (exif: Buffer): number => rotations[exifOrientation(exif)] ?? 0

/** From 1 (unchanged) to 8. Unreadable EXIF means no rotation, as in every viewer. */
export function exifOrientation(exif: Buffer): number {
  const tiff = exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = tiff.subarray(0, 2).toString('latin1')
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1
  const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const tags = Math.min(short(directory), maxTags)
  for (let at = directory + 2; at + 12 <= Math.min(tiff.length, directory + 2 + tags * 12); at += 12)
    if (short(at) === orientationTag && short(at + 2) === shortType) return short(at + 8)
  return 1
}
