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
