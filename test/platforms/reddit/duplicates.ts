import assert from 'node:assert/strict'
import { accepted } from '../../harness/all-simulated.ts'
import { type Duplicates, text } from '../shared/duplicates.ts'
import { signIn } from './sign-in.ts'

export const duplicates: Duplicates = {
  text: async (all) => {
    const token = await all.signIn(signIn, 'twins')
    const form = { api_type: 'json', kind: 'self', sr: 'test', title: 'A title', text }
    return async () => {
      const { json } = accepted(await all.call('POST', 'reddit/api/api/submit', { token, form }))
      assert.deepEqual(json.errors, [])
    }
  },
  'links, sent again on purpose': async (all) => {
    const token = await all.signIn(signIn, 'twins')
    const url = 'https://client.test/'
    const form = { api_type: 'json', kind: 'link', sr: 'test', title: text, url, resubmit: 'true' }
    return async () => {
      const { json } = accepted(await all.call('POST', 'reddit/api/api/submit', { token, form }))
      assert.deepEqual(json.errors, [])
    }
  },
}
