interface Part {
  readonly name: string
  readonly filename: string
  readonly contentType: string
  readonly size: number
  readonly body: AsyncIterable<Uint8Array>
}

/** A form with one file, streamed. The boundary must be a text that the file cannot contain. */
export function multipart(boundary: string, fields: Readonly<Record<string, string>>, file: Part) {
  const lines = [
    ...Object.entries(fields).flatMap(([name, value]) => [
      `--${boundary}`,
      `content-disposition: form-data; name="${name}"`,
      '',
      value,
    ]),
    `--${boundary}`,
    `content-disposition: form-data; name="${file.name}"; filename="${file.filename}"`,
    `content-type: ${file.contentType}`,
    '',
    '',
  ]
  const head = Buffer.from(lines.join('\r\n'))
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    size: head.length + file.size + tail.length,
    body: joined(head, file.body, tail),
  }
}

async function* joined(head: Uint8Array, body: AsyncIterable<Uint8Array>, tail: Uint8Array) {
  yield head
  yield* body
  yield tail
}
