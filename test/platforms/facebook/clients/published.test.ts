import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { second } from '../../../../src/domain/time.ts'
import { accepted, startAllSimulated } from '../../../harness/all-simulated.ts'
import { film } from '../../../media/fixtures.ts'
import { signIn } from '../sign-in.ts'

const video_url = 'https://client.test/a.mp4'
const all = await startAllSimulated({ [video_url]: film('plain.mp4') })
after(() => all.stop())

const graph = 'facebook/graph/v25.0'

async function pageOf(person: string): Promise<{ id: string; token: string; personToken: string }> {
  const personToken = await all.signIn(signIn, person)
  const query = { fields: 'id,access_token' }
  const [page] = accepted(await all.call('GET', `${graph}/me/accounts`, { token: personToken, query })).data
  return { id: page.id, token: page.access_token, personToken }
}

test('Postiz comments on a video that was posted by its address, and never asks for its status', async () => {
  const { id, token } = await pageOf('commenting')
  const form = { file_url: video_url, description: 'A film', access_token: token }
  const video = accepted(await all.call('POST', `${graph}/${id}/videos`, { form }))
  all.pass(2 * second)
  const comment = await all.call('POST', `${graph}/${video.id}/comments`, {
    form: { message: 'First', access_token: token },
  })
  accepted(comment)
})

test('a person reads their Page, with its token, by its ID; the Page node has no tasks', async () => {
  const { id, token, personToken } = await pageOf('reading')
  const read = (fields: string) => all.call('GET', `${graph}/${id}`, { query: { fields, access_token: personToken } })
  const page = accepted(await read('access_token,name'))
  assert.deepEqual([page.id, page.name, page.access_token], [id, 'reading', token])
  const { status, body } = await read('id,tasks')
  assert.deepEqual([status, body.error.code], [400, 100])
})

test('published clients leave out the version, or write a slash at the end', async () => {
  const { id, token } = await pageOf('plain')
  const query = { fields: 'id', access_token: token }
  for (const path of [`facebook/graph/${id}`, `facebook/graph/${id}/`, `${graph}/${id}/`])
    assert.equal(accepted(await all.call('GET', path, { query })).id, id)
  const form = { message: 'Without a version', access_token: token }
  assert.match(accepted(await all.call('POST', `facebook/graph/${id}/feed`, { form })).id, /_/)
})

test('a path that does not exist is refused in the form of the Graph API', async () => {
  const { status, body } = await all.call('GET', `${graph}/me/nothing/at/all`)
  assert.deepEqual([status, body.error.code, body.error.type], [400, 2500, 'OAuthException'])
})

test('published clients ask for metrics as a list in JSON, and for reactions by kind', async () => {
  const { id, token } = await pageOf('measuring')
  const post = accepted(await all.call('POST', `${graph}/${id}/feed`, { token, form: { message: 'Measured' } }))
  const metric = JSON.stringify(['post_clicks', 'post_reactions_love_total', 'post_reactions_anger_total'])
  const { data } = accepted(await all.call('GET', `${graph}/${post.id}/insights`, { token, query: { metric } }))
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    JSON.parse(metric),
  )
})

test('published clients ask for the pictures, the link and the author of a post', async () => {
  const { id, token } = await pageOf('picturing')
  const form = { message: 'Linked', link: 'https://client.test/' }
  const post = accepted(await all.call('POST', `${graph}/${id}/feed`, { token, form }))
  const query = { fields: 'message,full_picture,picture,from,link' }
  assert.deepEqual(accepted(await all.call('GET', `${graph}/${post.id}`, { token, query })), {
    id: post.id,
    message: 'Linked',
    from: { id, name: 'picturing' },
    link: 'https://client.test/',
  })
})

test('Postiz sends a comment with a picture by its address', async () => {
  const { id, token } = await pageOf('picture in a comment')
  const post = accepted(await all.call('POST', `${graph}/${id}/feed`, { token, form: { message: 'Post' } }))
  const form = { attachment_url: 'https://client.test/a.jpg', message: 'Look' }
  const comment = accepted(await all.call('POST', `${graph}/${post.id}/comments`, { token, form }))
  const inLedger = (await all.posts('facebook')).find((one) => one.id === comment.id)
  assert.deepEqual([inLedger?.text, inLedger?.media_count], ['Look', 1])
})

test('published clients ask for pages_messaging, too', async () => {
  assert.ok(await all.signIn(signIn, 'messaging', 'pages_show_list,pages_manage_posts,pages_messaging'))
})

test('a version that does not exist is refused, and one that was switched off works', async () => {
  const token = await all.signIn(signIn, 'versions')
  const read = async (version: string) => (await all.call('GET', `facebook/graph/${version}/me`, { token })).status
  assert.deepEqual(
    [await read('v26.0'), await read('v20.0'), await read('v27.0'), await read('v99.0')],
    [200, 200, 400, 400],
  )
})

test('lists of Pages can be refused, one by one or for the field tasks', async () => {
  const token = await all.signIn(signIn, 'business', 'pages_show_list,business_management')
  const get = (path: string, fields: string) => all.call('GET', `${graph}/${path}`, { token, query: { fields } })
  const [business] = accepted(await get('me/businesses', 'id')).data
  const owned = (fields: string) => get(`${business.id}/owned_pages`, fields)
  await all.settings('facebook', { businessPagesHaveTasks: true })
  assert.equal(accepted(await owned('id,tasks')).data.length, 1)
  await all.settings('facebook', { businessPagesHaveTasks: false, refusedLists: ['client_pages'] })
  const { status, body } = await owned('id,tasks')
  assert.deepEqual([status, body.error.code], [400, 100])
  assert.equal(accepted(await owned('id,name')).data.length, 1)
  assert.equal((await get(`${business.id}/client_pages`, 'id')).status, 403)
})
