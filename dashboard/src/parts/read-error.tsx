import { Button } from '@mantine/core'
import { useWords, words } from '../words/words.ts'
import { useProblem } from './problem.tsx'
import classes from './read-error.module.css'

const readErrorWords = words(
  {
    title: (what: string) => `${what} could not be read.`,
    again: 'Try again',
    request: 'Request',
  },
  {
    title: (what: string) => `${what}: Lesen nicht möglich.`,
    again: 'Noch einmal',
    request: 'Anfrage',
  },
)

interface Props {
  /** The name of the data that could not be read: “The comments”. */
  readonly what: string
  readonly error: unknown
  readonly retry: () => void
}

/** In the place of a part that could not be read. */
export function ReadError({ what, error, retry }: Props) {
  const t = useWords(readErrorWords)
  const { text, requestId } = useProblem(error)
  return (
    <div className={classes.error} role="alert">
      <p>
        {t.title(what)} {text}
      </p>
      <div className={classes.row}>
        <Button onClick={retry}>{t.again}</Button>
        {requestId !== null && (
          <span className="small third">
            {t.request} <code>{requestId}</code>
          </span>
        )}
      </div>
    </div>
  )
}
