interface ShownText {
  readonly textOriginal?: string | null | undefined
  readonly textDisplay?: string | null | undefined
}

/** Whether a comment has the text that was sent. White space may differ between the two. */
export const sameText = (sent: string, { textOriginal, textDisplay }: ShownText): boolean =>
  [textOriginal, textDisplay].some((shown) => shown != null && plain(shown) === plain(sent))

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
