/** An emoji counts as many characters as it has bytes in UTF-8 (Threads API: Posts, 2026-04-14). */
export function lengthOf(text: string): number {
  let length = 0
  const rest = text.replaceAll(/\p{RGI_Emoji}/gv, (emoji) => {
    length += Buffer.byteLength(emoji)
    return ''
  })
  return length + [...rest].length
}

export const maxLength = 500
export const maxAltText = 1_000
export const maxLinks = 5

/** Distinct URLs, with a protocol or starting with `www.`. */
export const countLinks = (text: string): number =>
  new Set(text.match(/(?:https?:\/\/|\bwww\.)[^\s<>]+/gi)?.map((link) => link.replace(/[.,:;!?)\]]+$/, ''))).size
