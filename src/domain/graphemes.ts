let segmenter: Intl.Segmenter | undefined

/** The characters of a text as people see them. The segmenter reads its tables when it is created, so a start does without. */
export function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}
