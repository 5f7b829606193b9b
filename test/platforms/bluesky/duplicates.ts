import { accepted } from '../../harness/all-simulated.ts'
import { type Duplicates, text } from '../shared/duplicates.ts'
import { collection, fieldsOf, postOf, recordKey } from './simulator/start.ts'

export const duplicates: Duplicates = {
  'a post': async (all) => {
    const { handle, app_password: password } = await fieldsOf(all.control, 'twins')
    const session = { json: { identifier: handle, password } }
    const method = (name: string) => `bluesky/pds/xrpc/com.atproto.${name}`
    const { did, accessJwt: token } = accepted(await all.call('POST', method('server.createSession'), session))
    const json = () => ({ repo: did, collection, rkey: recordKey(), record: postOf(text) })
    return async () => accepted(await all.call('POST', method('repo.putRecord'), { token, json: json() }))
  },
}
