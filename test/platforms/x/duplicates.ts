import { minute } from '../../../src/domain/time.ts'
import { accepted } from '../../harness/all-simulated.ts'
import { type Duplicates, text } from '../shared/duplicates.ts'
import { signIn } from './sign-in.ts'

export const duplicates: Duplicates = {
  'a day later': async (all) => {
    return async () => {
      all.pass(25 * 60 * minute)
      const token = await all.signIn(signIn, 'twins')
      accepted(await all.call('POST', 'x/api/2/tweets', { token, json: { text } }))
    }
  },
}
