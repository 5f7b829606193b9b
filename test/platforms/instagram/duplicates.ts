import { minute } from '../../../src/domain/time.ts'
import { accepted } from '../../harness/all-simulated.ts'
import { type Duplicates, imageUrl, text } from '../shared/duplicates.ts'
import { signIn } from './sign-in.ts'

export const duplicates: Duplicates = {
  'an image': async (all) => {
    const token = await all.signIn(signIn, 'twins')
    const { user_id: id } = accepted(
      await all.call('GET', 'instagram/api/v25.0/me', { token, query: { fields: 'user_id' } }),
    )
    const post = (path: string, form: Record<string, string>) =>
      all.call('POST', `instagram/api/v25.0/${id}/${path}`, { token, form })
    return async () => {
      const { id: creation_id } = accepted(await post('media', { image_url: imageUrl, caption: text }))
      all.pass(minute)
      accepted(await post('media_publish', { creation_id }))
    }
  },
}
