import { ApiError } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { useWords, words } from '../words/words.ts'
import { Screen } from './screen.tsx'

const unknownWords = words(
  {
    title: 'There is no such page',
    text: 'The address may be old, or it has a typing error.',
    back: 'Go to the start',
  },
  {
    title: 'Diese Seite gibt es nicht',
    text: 'Die Adresse ist alt oder enthält einen Tippfehler.',
    back: 'Zum Anfang',
  },
)

/** Nothing with this ID is there for the person, or it is no ID. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

export function UnknownScreen() {
  const t = useWords(unknownWords)
  return (
    <Screen title={t.title}>
      <p className="second">{t.text}</p>
      <p>
        <Link to="/" className="link">
          {t.back}
        </Link>
      </p>
    </Screen>
  )
}
