import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../data/session.ts'

/** What the shell knows about the person is read again. */
export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries(sessionQuery)
}
