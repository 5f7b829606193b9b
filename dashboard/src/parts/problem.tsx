import { ApiError, ConflictError, ConnectionError } from '@polypost/sdk'
import { useWords, words } from '../words/words.ts'

const problemWords = words(
  {
    unreachable: 'The service does not answer. Try again in a moment.',
    unknown: 'Something broke in this page. Load it again.',
    notConfirmed: 'The password was not entered, so nothing was changed.',
    request: 'Request',
  },
  {
    unreachable: 'Der Dienst antwortet nicht. Versuchen Sie es gleich noch einmal.',
    unknown: 'In dieser Seite ist etwas kaputtgegangen. Laden Sie sie neu.',
    notConfirmed: 'Das Passwort wurde nicht eingegeben, also wurde nichts geändert.',
    request: 'Anfrage',
  },
)

/** A person did not enter the password that was asked for. */
export class NotConfirmed extends Error {}

/** An error as a sentence: the API says itself what happened, whose fault it is and what to do. */
export function useProblem(error: unknown): { readonly text: string; readonly requestId: string | null } {
  const t = useWords(problemWords)
  // The details of a conflict are the state that was found; the sentence about it is the message.
  if (error instanceof ConflictError) return { text: error.message, requestId: null }
  if (error instanceof ApiError)
    return { text: error.details[0]?.message ?? error.message, requestId: error.status >= 500 ? error.requestId : null }
  if (error instanceof NotConfirmed) return { text: t.notConfirmed, requestId: null }
  return { text: error instanceof ConnectionError ? t.unreachable : t.unknown, requestId: null }
}

/** The error, beside the button that was pressed. Nothing without an error. */
export function Problem({ error }: { readonly error: unknown }) {
  const t = useWords(problemWords)
  const { text, requestId } = useProblem(error)
  if (error === null || error === undefined) return null
  return (
    <p role="alert" style={{ color: 'var(--pp-bad)' }}>
      {text}{' '}
      {requestId !== null && (
        <span className="third">
          {t.request} <code>{requestId}</code>
        </span>
      )}
    </p>
  )
}
