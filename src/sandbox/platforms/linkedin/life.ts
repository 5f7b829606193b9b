import { type Simulator, SimulatorFault, type World } from '../../shared/simulator.ts'
import { maxComment, plantUnder } from './comments.ts'
import { personOf } from './people.ts'
import { type Numbers, numberIn, pages, people, personUrn, postOf, posts } from './store.ts'

export const plantComment: NonNullable<Simulator['plantComment']> = (world, postId, { author, message }) => {
  if (message.trim() === '' || message.length > maxComment)
    throw new SimulatorFault(`A comment on LinkedIn has 1 to ${maxComment} characters.`)
  return plantUnder(postId, personUrn(personOf(author, world)), message, world)?.id
}

const counts = ['impressions', 'reached', 'clicks', 'likes', 'shares'] as const satisfies readonly (keyof Numbers)[]

/** The last one belongs to the account. */
export const metricNames = [...counts, 'followers']

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, postId, given) => {
  const post = postOf(postId, world)
  if (!post) return false
  const changes = Object.fromEntries(counts.flatMap((name) => (name in given ? [[name, given[name]]] : [])))
  posts(world).put({ ...post, numbers: { ...post.numbers, ...changes } })
  if (given.followers !== undefined) setFollowers(post.author, given.followers, world)
  return true
}

function setFollowers(urn: string, followers: number, world: World): void {
  const page = pages(world).get(numberIn(urn))
  const person = people(world).get(numberIn(urn))
  if (page) pages(world).put({ ...page, followers })
  if (person) people(world).put({ ...person, followers })
}

/** The posts whose numbers still grow: the newest. */
const growing = 20
const words = ['Congratulations!', 'Thank you for sharing.', 'Where can one apply?', 'Very interesting.']

export function grow(world: World): void {
  const some = posts(world)
    .newest(() => true)
    .slice(0, growing)
  for (const post of some) {
    const seen = 1 + Math.floor(world.fraction() * 40)
    const { numbers } = post
    posts(world).put({
      ...post,
      numbers: {
        ...numbers,
        impressions: numbers.impressions + seen,
        reached: numbers.reached + Math.ceil(seen / 2),
        clicks: numbers.clicks + Math.floor(world.fraction() * 3),
        likes: numbers.likes + Math.floor(world.fraction() * 3),
      },
    })
  }
  const post = oneOf(some, world)
  const message = oneOf(words, world)
  const author = `Passer-by ${Math.floor(world.fraction() * 1_000)}`
  if (post && message !== undefined && world.fraction() < 1 / 4) plantComment(world, post.id, { author, message })
}

const oneOf = <T>(all: readonly T[], world: World): T | undefined => all[Math.floor(world.fraction() * all.length)]
