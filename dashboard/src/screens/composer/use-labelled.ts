import type { Finding } from '@polypost/sdk'
import { useCallback } from 'react'
import { useWords } from '../../words/words.ts'
import { findingWords } from './finding-words.ts'
import { optionLabels, optionValues } from './options/option-words.ts'

type Table = Readonly<Record<string, string | undefined>>

/** The service names options and values as programs send them. Here they have the names of the form. */
export function useLabelled(): (finding: Finding) => Finding {
  const { quoted } = useWords(findingWords)
  const labels: Table = useWords(optionLabels)
  const values: Table = useWords(optionValues)
  return useCallback(
    (finding) => {
      // What follows a comma in a label explains the field.
      const named = (code: string, label = '') => (label === '' ? code : quoted(label.replace(/,.*/, '')))
      const message = finding.message
        .replace(/`(\w+)`/g, (code, name: string) =>
          named(code, labels[`${finding.platform ?? ''}.${name}`] ?? labels[name]),
        )
        .replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (code) => named(code, values[code]))
      return { ...finding, message }
    },
    [quoted, labels, values],
  )
}
