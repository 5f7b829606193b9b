/** The file types that the media host accepts, in the order of the API description. */
export const mediaTypes = {
  'image/jpeg': 'image',
  'image/jpg': 'image',
  'image/pjpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'image/bmp': 'image',
  'image/gif': 'gif',
  'video/mp4': 'video',
  'video/quicktime': 'video',
  'video/webm': 'video',
  'video/x-matroska': 'video',
  'video/x-msvideo': 'video',
  'video/mpeg': 'video',
} as const

/** The largest file that the media host accepts. */
export const maxMediaBytes = 5 * 1024 ** 3

export type MediaType = keyof typeof mediaTypes
export type MediaKind = (typeof mediaTypes)[MediaType]

export const isMediaType = (text: string): text is MediaType => Object.hasOwn(mediaTypes, text)
