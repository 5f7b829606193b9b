import { accepted } from '../../harness/all-simulated.ts'
import { type Duplicates, jpeg, text } from '../shared/duplicates.ts'
import { signIn } from './sign-in.ts'

export const duplicates: Duplicates = {
  'an image': async (all) => {
    const token = await all.signIn(signIn, 'twins')
    const { items } = accepted(await all.call('GET', 'pinterest/api/v5/boards', { token }))
    const media_source = {
      source_type: 'image_base64',
      content_type: 'image/jpeg',
      data: (await jpeg()).toString('base64'),
    }
    const json = { board_id: items[0].id, description: text, media_source }
    return async () => accepted(await all.call('POST', 'pinterest/api/v5/pins', { token, json }))
  },
}
