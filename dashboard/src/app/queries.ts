import { ApiError, AuthenticationError } from '@polypost/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isReached, onReach } from '../data/reach.ts'
import { goToSignIn } from '../data/session.ts'

const leaveIfRefused = (error: unknown) => {
  if (error instanceof AuthenticationError) goToSignIn()
  // It is required since this page was loaded.
  if (error instanceof ApiError && error.code === 'second_factor_needed') location.reload()
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveIfRefused }),
  mutationCache: new MutationCache({
    onError: leaveIfRefused,
    // It may have been what a notice asked for.
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['notices'] }),
  }),
  defaultOptions: {
    // The client of the API repeats what may be repeated. `always`: what fails is said, not held back.
    queries: { retry: false, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Data that failed or grew old without a connection is read again when it is back.
onReach(() => {
  if (isReached()) void queries.invalidateQueries()
})
