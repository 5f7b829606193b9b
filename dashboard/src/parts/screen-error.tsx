import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useWords, words } from '../words/words.ts'
import { ReadError } from './read-error.tsx'
import { Screen } from './screen.tsx'

const screenErrorWords = words(
  { title: 'Something went wrong', page: 'This page' },
  { title: 'Etwas ging schief', page: 'Diese Seite' },
)

/** In the place of a screen that could not be shown. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const t = useWords(screenErrorWords)
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Screen title={t.title}>
      <ReadError what={t.page} error={error} retry={retry} />
    </Screen>
  )
}
