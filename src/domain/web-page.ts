/** Text of a page in the encoding that it names, in its header or at its beginning. */
export function decodedPage({ bytes, contentType }: { bytes: Buffer; contentType: string }): string {
  const start = bytes.subarray(0, 1_024).toString('latin1')
  const [, label = 'utf-8'] = /charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(`${contentType}\n${start}`) ?? []
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    // An encoding that nobody knows.
    return bytes.toString('utf8')
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  yen: '¥',
}

/** What a piece of a page without tags says: entities as the signs that they stand for, white space and controls as one space. */
export const plainText = (text: string): string =>
  text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) =>
      name ? (entities[name] ?? whole) : characterOf(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

const characterOf = (code: number): string =>
  code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)

/** In UTF-16 units. */
const maxTag = 8_192

/** Where a tag ends that begins before; a `>` within quotes is no end. */
export function endOfTag(html: string, start: number): number {
  const end = Math.min(html.length, start + maxTag)
  let quote = ''
  for (let at = start; at < end; at += 1) {
    const sign = html.charAt(at)
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '>') return at
    else if (sign === '"' || sign === "'") quote = sign
  }
  return end
}

/** By their names in lower case; an empty text where one has no value. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of tag.matchAll(
    /([a-z][a-z0-9:-]{0,40})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi,
  )) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, plainText(double ?? single ?? bare ?? ''))
  }
  return attributes
}
