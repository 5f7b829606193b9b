import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { storage } from '../data/storage.ts'

export type Language = 'en' | 'de'

export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

const storageKey = 'polypost.language'

interface LanguageChoice {
  readonly language: Language
  /** For dates and numbers: the browser's own variety of the language. */
  readonly locale: string
  readonly choose: (language: Language) => void
}

const LanguageContext = createContext<LanguageChoice | null>(null)

const isLanguage = (value: string | null | undefined): value is Language => value === 'en' || value === 'de'

function firstLanguage(): Language {
  const remembered = storage.read(storageKey)
  if (isLanguage(remembered)) return remembered
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

/** None for a tag that `Intl` refuses. Chromium says “en-US@posix” if it was started with LANG=C. */
function validTags(tag: string): readonly string[] {
  try {
    return Intl.getCanonicalLocales(tag.replace(/@.*/, ''))
  } catch {
    return []
  }
}

const localeOf = (language: Language): string =>
  navigator.languages.flatMap(validTags).find((tag) => tag.startsWith(language)) ?? { en: 'en-GB', de: 'de' }[language]

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const chosen = useMemo(
    () => ({
      language,
      locale: localeOf(language),
      choose: (next: Language) => {
        storage.write(storageKey, next)
        setLanguage(next)
      },
    }),
    [language],
  )
  return <LanguageContext value={chosen}>{children}</LanguageContext>
}

export function useLanguage(): LanguageChoice {
  const chosen = useContext(LanguageContext)
  if (chosen === null) throw new Error('There is no LanguageProvider.')
  return chosen
}
