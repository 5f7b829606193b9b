import { brandWords } from '../../words/brand-words.ts'
import { useWords } from '../../words/words.ts'

/** The facts about a business by the names of their settings. */
export function useBrandTitles() {
  const { fields, website } = useWords(brandWords)
  return { ...fields, website_url: website }
}
