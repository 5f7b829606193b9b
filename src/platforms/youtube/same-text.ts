interface Shown {
  readonly textOriginal?: string | null | undefined
  readonly textDisplay?: string | null | undefined
}

/** Whether a comment says what was sent: what is shown may have other spaces than what was written. */
export const sameText = (sent: string, { textOriginal, textDisplay }: Shown): boolean =>
  [textOriginal, textDisplay].some((shown) => shown != null && plain(shown) === plain(sent))

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
