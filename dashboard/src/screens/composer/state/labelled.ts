import type { Finding } from '@polypost/sdk'
import { useCallback } from 'react'
import { platformTextsIn } from '../../../platforms/loaded.ts'
import { useLanguage } from '../../../words/language.tsx'
import { useWords } from '../../../words/words.ts'
import { findingWords } from '../finding-words.ts'

/** The service names options and values as programs send them. Here they have the names of the form. */
export function useLabelled(): (finding: Finding) => Finding {
  const { quoted } = useWords(findingWords)
  const { language } = useLanguage()
  return useCallback(
    (finding) => {
      const { labels, values } = platformTextsIn(language, finding.platform ?? finding.path?.split('.')[1] ?? '')
      // The part of a label after a comma explains the field.
      const named = (code: string, label = '') => (label === '' ? code : quoted(label.replace(/,.*/, '')))
      const message = finding.message
        .replace(/`(\w+)`/g, (code, name: string) => named(code, labels[name]))
        .replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (code) => named(code, values[code]))
      return { ...finding, message }
    },
    [quoted, language],
  )
}
