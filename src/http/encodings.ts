import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The encodings of a response; the best comes first. */
export const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

export type Encoding = (typeof encodings)[number]

/** An encoding with `q=0` is refused. */
export function accepts(header: string | string[] | undefined, encoding: string): boolean {
  const items = String(header ?? '')
    .split(',')
    .map((item) => item.trim().split(/\s*;\s*q=/))
  const found = items.find(([name]) => name?.toLowerCase() === encoding)
  return found !== undefined && Number(found[1] ?? 1) > 0
}

export const toGzip = promisify(gzip)

/** For text that is made for one response: higher levels cost more time than they save. */
const compressors = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  gzip: (text: string) => toGzip(text),
} as const satisfies Record<Encoding['name'], (text: string) => Promise<Buffer>>

export const compress = (text: string, { name }: Encoding): Promise<Buffer> => compressors[name](text)
