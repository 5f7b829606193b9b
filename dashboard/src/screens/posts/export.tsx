import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { type PostFilter, toQuery } from '../../data/post-filter.ts'
import { saveCsv } from '../../data/save-file.ts'
import { scopeParameter, useScope } from '../../data/scope.ts'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import classes from './posts.module.css'
import { postsWords } from './posts-words.ts'

/** Saves the posts of the filter as a file. */
export function Export({ filter }: { readonly filter: PostFilter }) {
  const t = useWords(postsWords)
  const id = scopeParameter(useScope())
  const saving = useMutation({ mutationFn: async () => saveCsv('posts.csv', await readCsv(id, filter)) })
  return (
    <>
      <Problem error={saving.error} />
      <Button className={classes.wide} loading={saving.isPending} onClick={() => saving.mutate()}>
        {t.export}
      </Button>
    </>
  )
}

async function readCsv(profileId: string, filter: PostFilter): Promise<string> {
  const parts: string[] = []
  const pages = polypost.posts.export({ profile_id: profileId, format: 'csv', per_page: 100, ...toQuery(filter) })
  // Only the first page has the head of the table.
  for await (const { csv } of pages.pages()) parts.push(csv ?? '')
  return parts.join('')
}
