import { type Language, pageWords } from '../pages/words.ts'

const isLanguage = (name: string): name is Language => Object.hasOwn(pageWords, name)

/** The language that the browser prefers most among those that there are. */
export function languageFor(acceptLanguage = ''): Language {
  const wanted = acceptLanguage.split(',').map((entry) => {
    const [tag = '', quality = '1'] = entry.trim().split(/\s*;\s*q=/)
    return { name: tag.slice(0, 2).toLowerCase(), quality: Number(quality) }
  })
  const [first] = wanted
    .filter(({ name, quality }) => isLanguage(name) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return first && isLanguage(first.name) ? first.name : 'en'
}
