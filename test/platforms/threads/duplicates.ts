import { minute } from '../../../src/domain/time.ts'
import { accepted } from '../../harness/all-simulated.ts'
import { type Duplicates, text } from '../shared/duplicates.ts'
import { signIn } from './sign-in.ts'

export const duplicates: Duplicates = {
  'a text': async (all) => {
    const token = await all.signIn(signIn, 'twins')
    const post = (path: string, form: Record<string, string>) =>
      all.call('POST', `threads/graph/v1.0/me/${path}`, { token, form })
    return async () => {
      const { id: creation_id } = accepted(await post('threads', { media_type: 'TEXT', text }))
      all.pass(minute)
      accepted(await post('threads_publish', { creation_id }))
    }
  },
}
