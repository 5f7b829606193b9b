import type { LiveCheck } from '../../platforms/shared/platform.ts'
import type { Target, VerifiedPost } from './post-step.ts'
import { publish } from './post-step.ts'
import { comments, firstComment, metrics, reply } from './read-steps.ts'
import { byHand, notSupported, type Outcome, skipped, works } from './result.ts'
import { largePicture, largeVideo, type Sample, smallPicture, smallVideo } from './samples.ts'
import { answers, type ConnectedAccount, type PlatformRules } from './schemas.ts'

export interface Step {
  readonly title: string
  readonly run: () => Promise<Outcome>
}

export interface VerifyContext {
  readonly target: Target
  readonly rules: PlatformRules
  readonly account: ConnectedAccount
  readonly check: LiveCheck
  /** The operator's own files instead of the samples. */
  readonly picture: Sample | null
  readonly video: Sample | null
  /** Whether large files are part of the check. */
  readonly large: boolean
  /** How long to wait for the comment of another person, in milliseconds. */
  readonly wait: number
}

type Kind = 'text' | 'picture' | 'video'

const titles: Readonly<Record<Kind, string>> = { text: 'Text post', picture: 'Picture post', video: 'Video post' }

/** The post type that the platform uses for such a post; undefined if it has none. */
function typeFor(kind: Kind, { post_types }: PlatformRules) {
  const fits = (set: { image?: unknown; video?: unknown; gif?: unknown }): boolean =>
    kind === 'text' ? !set.image && !set.video && !set.gif : Boolean(kind === 'picture' ? set.image : set.video)
  return post_types.find(({ by_option, media }) => by_option === undefined && media.some(fits))
}

export const kindsOf = (rules: PlatformRules): Kind[] =>
  (['text', 'picture', 'video'] as const).filter((kind) => typeFor(kind, rules) !== undefined)

/** Why the test posts do not have this although the platform has it; null if they have it. */
function hiddenReason(
  what: 'comments' | 'metrics',
  { check: { hidden }, target, rules }: VerifyContext,
): string | null {
  if (hidden?.what !== what || target.options[hidden.option] !== hidden.value) return null
  const { option, value } = hidden
  return `${rules.title} has no ${what} for ${option} ${value}. Add --option ${option}=… with another value.`
}

/** Everything that is checked, in this order. */
export function stepsFor(checked: VerifyContext): readonly Step[] {
  const { target, rules, account, check } = checked
  const { supports, title } = rules
  const published: VerifiedPost[] = []
  const files = new Map<Kind, string>()
  const silent = hiddenReason('comments', checked)
  const commented = kindsOf(rules).find(
    (kind) => supports.first_comments > 0 && silent === null && typeFor(kind, rules)?.first_comments !== false,
  )

  const upload = (name: string, kind: Kind, sample: () => Promise<Sample>): Step => ({
    title: name,
    run: async () => {
      const url = await send(target, await sample())
      files.set(kind, url)
      return works()
    },
  })

  const post = (name: string, kind: Kind, sent: string = kind): Step => ({
    title: name,
    run: async () => {
      if (!typeFor(kind, rules)) return notSupported(`Polypost publishes no ${kind} posts on ${title}.`)
      const url = files.get(kind)
      if (kind !== 'text' && url === undefined) return skipped('The file was not uploaded.')
      const media = url === undefined ? [] : [{ url }]
      const outcome = await publish(target, { kind: sent, media, withComment: sent === commented })
      if (outcome.published) published.push(outcome.published)
      return outcome
    },
  })

  const large = (
    kind: 'picture' | 'video',
    size: number | undefined,
    make: (size: number) => Promise<Sample>,
  ): Step[] =>
    size === undefined || !checked.large
      ? []
      : [
          upload(`Upload a ${kind} of ${megabytes(size)}`, kind, () => make(size)),
          post(`${titles[kind]} of ${megabytes(size)}`, kind, `large ${kind}`),
        ]

  /** A step that requires a published post and that the platform may not have. */
  const later = (name: string, supported: boolean, run: (post: VerifiedPost) => Promise<Outcome>): Step => ({
    title: name,
    run: async () => {
      if (!supported) return notSupported(`Polypost does not offer this on ${title}.`)
      const reason = hiddenReason(name === 'Metrics' ? 'metrics' : 'comments', checked)
      if (reason !== null) return skipped(reason)
      const one = published.find(({ withComment }) => withComment) ?? published[0]
      return one ? run(one) : skipped('No test post was published.')
    },
  })

  const kinds = kindsOf(rules)
  return [
    { title: 'Connected account', run: async () => describe(account) },
    ...(kinds.includes('picture')
      ? [upload('Upload a picture', 'picture', async () => checked.picture ?? (await smallPicture()))]
      : []),
    ...(kinds.includes('video')
      ? [upload('Upload a video', 'video', async () => checked.video ?? (await smallVideo()))]
      : []),
    post(titles.text, 'text'),
    post(titles.picture, 'picture'),
    post(titles.video, 'video'),
    ...large('picture', check.largePicture, largePicture),
    ...large('video', check.largeVideo, largeVideo),
    later('First comment', supports.first_comments > 0, async (one) =>
      one.withComment ? firstComment(one) : skipped('The test post with the comment was not published.'),
    ),
    later('Read comments', supports.read_comments, (one) => comments(target, one)),
    later('Reply to a comment', supports.reply, (one) => reply(target, one, checked.wait)),
    later('Metrics', supports.metrics, (one) => metrics(target, one)),
    {
      title: 'Delete the test posts',
      run: async () =>
        published.length === 0
          ? skipped('No test post was published.')
          : byHand('The API cannot delete published posts. Delete the posts below by hand.'),
    },
    ...(check.byHand ?? []).map((note) => ({ title: 'Not in this check', run: async () => byHand(note) })),
  ]
}

const megabytes = (size: number): string => `${Math.round(size / 1_000_000)} MB`

async function send({ api }: Target, { bytes, filename, contentType }: Sample): Promise<string> {
  const body = { filename, contentType, size: bytes.byteLength }
  const { url, publicUrl, headers } = await api.ask(answers.upload, 'POST', '/upload', body)
  await api.put(url, headers, bytes)
  return publicUrl
}

function describe({ account_type, missing_permissions }: ConnectedAccount): Outcome {
  const kind = account_type === null ? '' : `Type: ${account_type}. `
  return missing_permissions.length === 0
    ? works(`${kind}No permission is missing.`)
    : works(`${kind}These permissions are missing, so some steps can fail: ${missing_permissions.join(', ')}.`)
}
