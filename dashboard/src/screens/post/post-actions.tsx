import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Post } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { postQuery } from '../../data/post.ts'
import { useMay } from '../../data/session.ts'
import { Ask } from '../../parts/ask.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/words.ts'
import { bugReport } from './bug-report.ts'
import { postWords } from './post-words.ts'
import { useDelete } from './use-delete.ts'
import { useDuplicate } from './use-duplicate.ts'

/** The actions for the whole post. */
export function PostActions({ post }: { readonly post: Post }) {
  const t = useWords(postWords)
  const mayWrite = useMay('author')
  const mayPublish = useMay('editor')
  const hasFailed = post.jobs.some(({ status }) => status === 'failed')
  return (
    <>
      {mayPublish && hasFailed && <RetryAll post={post} />}
      {mayWrite && post.editable && (
        <Button
          leftSection={<Icon name="edit" />}
          renderRoot={(props) => (
            <Link
              to="/p/$profile/posts/$id/edit"
              params={{ profile: post.profile_id ?? 'all', id: String(post.id) }}
              {...props}
            />
          )}
        >
          {t.edit}
        </Button>
      )}
      <More post={post} />
    </>
  )
}

function RetryAll({ post }: { readonly post: Post }) {
  const t = useWords(postWords)
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => polypost.posts.retry(post.id),
    onSettled: () => queries.invalidateQueries(postQuery(post.id)),
  })
  return (
    <Button leftSection={<Icon name="retry" />} loading={retry.isPending} onClick={() => retry.mutate()}>
      {t.retryAll}
    </Button>
  )
}

function More({ post }: { readonly post: Post }) {
  const t = useWords(postWords)
  const navigate = useNavigate()
  const removePost = useDelete()
  const mayWrite = useMay('author')
  const [isAsking, { open, close }] = useDisclosure(false)
  const duplicate = useDuplicate(post)
  const remove = async () => {
    await removePost(post)
    await navigate({ to: '/p/$profile/posts', params: { profile: post.profile_id ?? 'all' } })
  }
  const copy = async () => {
    await navigator.clipboard.writeText(await bugReport(post))
    toast(t.copied)
  }
  return (
    <>
      <MoreMenu label={t.thePost}>
        {mayWrite && (
          <Menu.Item leftSection={<Icon name="copy" />} onClick={() => duplicate.mutate()}>
            {t.duplicate}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="info" />} onClick={copy}>
          {t.copyReport}
        </Menu.Item>
        {mayWrite && post.editable && (
          <Menu.Item leftSection={<Icon name="trash" />} color="var(--pp-bad)" onClick={open}>
            {t.remove}
          </Menu.Item>
        )}
      </MoreMenu>
      <Ask
        opened={isAsking}
        onClose={close}
        title={t.removeAsk}
        of={post.profile_id}
        verb={t.remove}
        keep={t.keep}
        danger
        run={remove}
      >
        {t.removeText}
      </Ask>
    </>
  )
}
