import { minute } from '../../../src/domain/time.ts'
import { accepted } from '../../harness/all-simulated.ts'
import { type Duplicates, text } from '../shared/duplicates.ts'
import { signIn } from './sign-in.ts'

export const duplicates: Duplicates = {
  'after its window': async (all) => {
    const token = await all.signIn(signIn, 'twins')
    const { sub } = accepted(await all.call('GET', 'linkedin/api/v2/userinfo', { token }))
    const headers = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' }
    const json = {
      author: `urn:li:person:${sub}`,
      commentary: text,
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    }
    return async () => {
      all.pass(11 * minute)
      accepted(await all.call('POST', 'linkedin/api/rest/posts', { token, headers, json }))
    }
  },
}
