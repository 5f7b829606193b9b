import type { SimulatedPart } from '../shared/simulator.ts'

/** The parts of a multipart body (RFC 7578) that is whole in memory; none where it is no such body. */
export function readParts(contentType: string | undefined, body: Buffer): SimulatedPart[] {
  const boundary = boundaryOf(contentType)
  if (boundary === null) return []
  const delimiter = Buffer.from(`--${boundary}`)
  const parts: SimulatedPart[] = []
  let start = body.indexOf(delimiter)
  while (start >= 0) {
    const from = start + delimiter.length
    const end = body.indexOf(delimiter, from)
    // The last delimiter has two dashes behind it, and no part.
    if (end < 0) break
    const part = readPart(body.subarray(from, end))
    if (part) parts.push(part)
    start = end
  }
  return parts
}

function boundaryOf(contentType = ''): string | null {
  const [, quoted, plain] = /^multipart\/[^;]+;.*\bboundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

const headEnd = '\r\n\r\n'
const lineEnd = '\r\n'

/** A line end, a head, its end, the bytes, a line end. */
function readPart(part: Buffer): SimulatedPart | null {
  const end = part.indexOf(headEnd)
  if (end < 0) return null
  const head = part.toString('utf8', 0, end)
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const name = parameter(disposition, 'name')
  if (name === null) return null
  return {
    name,
    filename: parameter(disposition, 'filename'),
    contentType: /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1] ?? null,
    bytes: part.subarray(end + headEnd.length, part.length - lineEnd.length),
  }
}

const parameter = (header: string, name: string): string | null => {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header) ?? []
  return quoted ?? plain ?? null
}
