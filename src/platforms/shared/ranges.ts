export const one = { min: 1, max: 1 } as const
export const upTo = (max: number) => ({ min: 0, max })

/** 9:16 and 16:9, with room for sides that an encoder rounded to even pixels. */
export const portrait = { min: 0.55, max: 0.575 } as const
export const landscape = { min: 1.75, max: 1.81 } as const

/** The types under which the media host may store a JPEG. */
export const jpeg = ['image/jpeg', 'image/jpg', 'image/pjpeg'] as const
