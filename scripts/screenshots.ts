import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { eventually } from '../test/harness/eventually.ts'
import { put } from '../test/harness/media.ts'
import { newPerson, type Person } from '../test/harness/people.ts'
import { type Screens, schemes, startScreens, widths } from '../test/harness/screens.ts'
import { root } from './test-files.ts'

/** Renders each screen, filled with a small coffee roastery, to docs/screenshots: npm run screenshots */

const out = join(root, 'docs', 'screenshots')

const screens: readonly (readonly [name: string, path: string])[] = [
  ['start', '/start'],
  ['composer', '/drafts/{draft}'],
  ['calendar', '/calendar'],
  ['posts', '/posts'],
  ['post', '/posts/{post}'],
  ['drafts', '/drafts'],
  ['approvals', '/drafts?list=approvals'],
  ['inbox', '/inbox/{comment}'],
  ['analytics', '/analytics'],
  ['media', '/media'],
  ['accounts', '/accounts'],
  ['notices', '/notices'],
  ['webhooks', '/webhooks'],
  ['keys', '/keys'],
  ['settings', '/settings'],
  ['people', '/people'],
  ['audit', '/audit'],
  ['health', '/health'],
  ['sandbox', '/sandbox'],
]

/** These have another arrangement on a phone. */
const onPhone = new Set(['composer', 'calendar', 'post', 'inbox', 'analytics'])

const texts = [
  'Winter Roast is back.\nDried apricot, cocoa nibs and a long, clean finish, from two small farms in Huila.\n\nOrder by Thursday at noon to brew it this weekend.',
  'Five mistakes that make good beans taste flat.',
  'Tasting on Friday at six: four roasts, one kettle, no hurry.',
  'Why we weigh the water, too.',
  'Decaf is not a defeat.',
  'Filter papers compared: bleached, unbleached, cloth.',
  'New hours in winter: open from nine to five.',
  'The grinder is clean again. It took an evening.',
  'Last call at noon: the roast goes out tomorrow.',
  'A letter from the farm in Huila.',
  'Saturday cupping, the second table is free.',
  'Brew guide, part two: the bloom.',
]

const slots = ['tuesday', 'thursday', 'saturday'].flatMap((weekday) => [
  { weekday, time: '09:00' },
  { weekday, time: '17:30' },
])

const pictures: Readonly<Record<string, string>> = {
  'winter-roast.png': `<rect width="800" height="800" fill="#efe3cf"/><rect y="600" width="800" height="200" fill="#9c6644"/><path d="M250 230h300l-20 420H270z" fill="#1f3b36"/><path d="M250 230h300l-8-50H258z" fill="#2b4e47"/><rect x="310" y="340" width="180" height="180" rx="8" fill="#f4ead8"/><circle cx="400" cy="430" r="44" fill="#c97b3f"/>`,
  'cup-from-above.png': `<rect width="800" height="800" fill="#d8cbb8"/><circle cx="400" cy="400" r="280" fill="#fbf7f0"/><circle cx="400" cy="400" r="190" fill="#5b3524"/><path d="M400 270c80 60 80 200 0 260-80-60-80-200 0-260z" fill="#d9a06a"/>`,
  'hills-of-huila.png': `<rect width="800" height="800" fill="#cfe1e4"/><path d="M0 480l200-180 220 160 160-120 220 180v280H0z" fill="#5c7f63"/><path d="M0 600l260-120 300 120 240-80v280H0z" fill="#3d5f48"/><circle cx="620" cy="180" r="70" fill="#f2c879"/>`,
}

// The service does not read SVG files of others; these are our own.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] })

async function upload({ ask }: Person, filename: string, drawing: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="1600" height="1600">${drawing}</svg>`
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer()
  const body = { filename, contentType: 'image/png', size: bytes.length }
  const asked = await ask('POST', '/upload', { body })
  const sent = await put(asked.body, bytes)
  if (sent.status !== 200) throw new Error(`The upload of ${filename} failed: ${sent.status}`)
  return asked.body.publicUrl
}

const inDays = (days: number, hour: number): string => {
  const time = new Date(Date.now() + days * 86_400_000)
  time.setUTCHours(hour, 0, 0, 0)
  return time.toISOString()
}

const said: readonly (readonly [platform: string, author: string, message: string])[] = [
  ['threads', 'jonas', 'How long do the beans stay fresh in the bag?'],
  ['instagram', 'priya', 'We serve it in our office since Monday. Everybody asks for it.'],
  ['facebook', 'ole', 'Is there a smaller bag?'],
  ['x', 'marta', 'Does it also work in a moka pot, or is the roast too light for that?'],
]

/** Many see a post, some like it, and few do more. */
const sizeOf = (metric: string): number =>
  /impression|view|reach|play/i.test(metric) ? 4_812 : /like|reaction/i.test(metric) ? 236 : 31

/** Customers comment, and numbers grow. Returns the ID of the last comment. */
async function talk({ instance, owner }: Screens, postId: number): Promise<string> {
  const { jobs } = (await owner.ask('GET', `/posts/${postId}`)).body.data
  const idOn = (platform: string) =>
    jobs.find((job: { platform: string }) => job.platform === platform).platform_post_id
  for (const [at, name] of ['x', 'facebook', 'instagram', 'linkedin', 'threads'].entries()) {
    const metrics: readonly string[] = (await owner.ask('GET', `/sandbox/${name}/kinds`)).body.data.metrics
    const numbers = Object.fromEntries(metrics.map((metric) => [metric, Math.round(sizeOf(metric) / (at + 1))]))
    await instance.control('POST', `/${name}/posts/${encodeURIComponent(idOn(name))}/metrics`, numbers)
  }
  for (const [platform, author, message] of said)
    await instance.control('POST', `/${platform}/posts/${encodeURIComponent(idOn(platform))}/comments`, {
      author,
      message,
    })
  await owner.ask('POST', '/analytics/refresh', { body: { post_id: postId } })
  const last = said.at(-1)?.[2] ?? ''
  const entry = await eventually('the comments are read', async () => {
    await owner.ask('POST', '/inbox/refresh', { body: {} })
    const { entries } = (await owner.ask('GET', `/inbox?search=${encodeURIComponent(last)}`)).body.data
    return entries[0]
  })
  return String(entry.id)
}

/** A week at the roastery: posts in every state, drafts, a request for approval, files. */
async function fill(screens: Screens): Promise<Readonly<Record<string, string>>> {
  const { instance, owner } = screens
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await owner.ask(method, path, body === undefined ? {} : { body })
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply.body
  }
  const [profile] = (await ask('GET', '/profiles')).data.profiles
  await ask('POST', `/profiles/${profile.id}`, { name: 'Lumen Coffee' })
  await ask('PUT', `/profiles/${profile.id}/slots`, { timezone: 'Europe/Warsaw', slots })
  await ask('POST', '/webhooks', {
    url: 'https://lumen.example/hooks/polypost',
    events: ['post.published', 'post.failed'],
  })
  await ask('POST', '/connect', { platform: 'all', environment: 'sandbox' })
  const urls = await Promise.all(Object.entries(pictures).map(([name, drawing]) => upload(owner, name, drawing)))
  const media = [{ url: urls[0], alt_text: 'A bag of Winter Roast' }]
  const platforms = ['x', 'facebook', 'instagram', 'linkedin', 'bluesky']

  await instance.control('POST', '/bluesky/faults', { operation: 'create', kind: 'media_rejected' })
  const published = await ask('POST', '/post', { message: texts[0], platforms, media })
  await eventually('the first post has ended', async () => {
    const { status } = (await ask('GET', `/posts/${published.post_id}`)).data
    return ['successful', 'partial', 'failed'].includes(status)
  })
  for (const [index, message] of texts.slice(1).entries())
    await ask('POST', '/post', {
      message,
      platforms: platforms.filter((_, at) => (at + index) % 3 !== 0),
      media: [{ url: urls[index % urls.length], alt_text: 'From the roastery' }],
      scheduled_at: inDays(1 + Math.floor(index * 1.4), 8 + (index % 8)),
    })
  const comment = await talk(screens, published.post_id)
  const draft = await ask('POST', '/drafts', { message: texts[0], platforms: [...platforms, 'tiktok'], media })
  await ask('POST', '/drafts', { message: texts[9], platforms: ['linkedin'] })
  const author = await newPerson(instance, owner.ask, 'author')
  const wanted = await author.ask('POST', '/drafts', { body: { message: texts[10], platforms: ['x', 'bluesky'] } })
  const { id, revision } = wanted.body.data
  await author.ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: revision } })
  return { draft: draft.data.id, post: String(published.post_id), comment }
}

/** Long enough for pictures and lists, in milliseconds. */
const settle = 2_500

const started = await startScreens()
try {
  const ids = await fill(started)
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  for (const [name, path] of screens)
    for (const scheme of schemes)
      for (const width of onPhone.has(name) ? widths : widths.slice(0, 1)) {
        const address = path.replace(/\{(\w+)\}/, (_, key: string) => ids[key] ?? '')
        const page = await started.open(address, { scheme, width, timezoneId: 'Europe/Warsaw' })
        await page.waitForTimeout(settle)
        const file = `${name}${scheme === 'dark' ? '-dark' : ''}${width < 500 ? '-phone' : ''}.png`
        const picture = await page.screenshot()
        // Screens have few colours, so a palette makes the files small.
        await sharp(picture).png({ palette: true, effort: 8 }).toFile(join(out, file))
        console.log(file)
        await page.close()
      }
} finally {
  await started.stop()
}
