import type { Platform } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { inOrder, platformsQuery } from '../../data/platforms.ts'
import { Mark } from '../../parts/mark.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './start.module.css'
import { startWords } from './start-words.ts'

/** The content that each platform takes, from its own rules. */
export function PlatformTable() {
  const t = useWords(startWords)
  const { data, error, refetch } = useQuery(platformsQuery)
  return (
    <section className={classes.platforms} aria-label={t.rules}>
      <h2 className="small">{t.rules}</h2>
      {error && <ReadError what={t.rules} error={error} retry={refetch} />}
      {!error && !data && <Skeleton rows={10} />}
      {data && (
        <table>
          <thead className="hidden-text">
            <tr>
              <th scope="col">{t.platform}</th>
              <th scope="col">{t.text}</th>
              <th scope="col">{t.media}</th>
            </tr>
          </thead>
          <tbody>
            {inOrder(data.platforms, ({ name }) => name).map((platform) => (
              <PlatformRow key={platform.name} platform={platform} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function PlatformRow({ platform: { name, title, post_types } }: { readonly platform: Platform }) {
  const t = useWords(startWords)
  const { count } = useNumbers()
  const texts = post_types.map(({ text }) => text).filter(({ use }) => use !== 'none')
  const longest = texts.toSorted((one, other) => (other.max ?? 0) - (one.max ?? 0))[0]
  const sets = post_types.flatMap(({ media }) => media)
  const images = Math.max(0, ...sets.map(({ image }) => image?.count.max ?? 0))
  const kinds = [
    ...(images > 0 ? [t.images(images)] : []),
    ...(sets.some(({ video }) => video) ? [t.video] : []),
    ...(sets.some((set) => Object.keys(set).length === 0) ? [t.textOnly] : []),
  ]
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          <Mark platform={name} size={20} />
          {title}
        </span>
      </th>
      <td className="numbers">
        {longest?.max == null ? t.noText : (longest.unit === 'bytes' ? t.bytes : t.characters)(count(longest.max))}
      </td>
      <td className="second">{t.or(kinds)}</td>
    </tr>
  )
}
