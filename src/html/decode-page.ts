/** The text of a page in the encoding that the page names, in its header or at its beginning. */
export function decodePage({ bytes, contentType }: { bytes: Buffer; contentType: string }): string {
  const start = bytes.subarray(0, 1_024).toString('latin1')
  const [, label = 'utf-8'] = /charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(`${contentType}\n${start}`) ?? []
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    // The label is no known encoding.
    return bytes.toString('utf8')
  }
}
