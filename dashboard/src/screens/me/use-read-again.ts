import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../data/session.ts'

/** Reads again what the shell knows about the person. */
export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries(sessionQuery)
}
