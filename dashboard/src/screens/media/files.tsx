import { Button } from '@mantine/core'
import type { Media } from '@polypost/sdk'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type LibraryFilter, libraryQuery } from '../../data/media.ts'
import { useHere } from '../../data/scope.ts'
import { Empty } from '../../parts/empty.tsx'
import { Picture } from '../../parts/media/picture.tsx'
import { useFacts } from '../../parts/media/use-facts.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/words.ts'
import classes from './media.module.css'
import { libraryWords } from './media-library-words.ts'

interface Props {
  readonly filter: LibraryFilter
  /** The ID of the file beside the grid. */
  readonly current: string | undefined
}

export function Files({ filter, current }: Props) {
  const t = useWords(libraryWords)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...libraryQuery(filter),
    placeholderData: keepPreviousData,
  })
  const files = data?.pages.flatMap(({ media }) => media)
  const isFiltered = filter.search !== '' || filter.kind !== undefined
  if (error && !files) return <ReadError what={t.library} error={error} retry={refetch} />
  if (!files) return <Skeleton rows={4} />
  if (files.length === 0) return <Empty>{isFiltered ? t.noneFound : t.none}</Empty>
  return (
    <>
      <ul className={classes.grid} aria-label={t.library}>
        {files.map((file) => (
          <li key={file.id}>
            <Tile file={file} isCurrent={file.id === current} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      )}
    </>
  )
}

const usesOf = ({ used_in: { posts, deleted_posts, drafts } }: Media): number =>
  posts.count + deleted_posts.count + drafts.count

function Tile({ file, isCurrent }: { readonly file: Media; readonly isCurrent: boolean }) {
  const here = useHere()
  const t = useWords(libraryWords)
  const facts = useFacts()
  const { id, name, kind, url, status } = file
  return (
    <Link
      to="/p/$profile/media"
      params={here}
      search={{ file: id }}
      className={classes.tile}
      aria-current={isCurrent || undefined}
    >
      <Picture url={url} kind={kind} />
      <span className={`cut ${classes.name}`}>{name}</span>
      <span className="small third cut">{status === 'awaiting' ? t.awaiting : facts(file)}</span>
      <span className="small third">{t.usedIn(usesOf(file))}</span>
    </Link>
  )
}
