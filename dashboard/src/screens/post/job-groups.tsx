import type { Post } from '@polypost/sdk'
import { useWords } from '../../words/words.ts'
import type { GroupName, JobGroup } from './groups.ts'
import { JobRow } from './job-row.tsx'
import classes from './post.module.css'
import { postWords } from './post-words.ts'

const headings = {
  needs: 'groupNeeds',
  failed: 'groupFailed',
  working: 'groupWorking',
  waiting: 'groupWaiting',
  done: 'groupDone',
  cancelled: 'groupCancelled',
} as const satisfies Record<GroupName, keyof (typeof postWords)['en']>

export function JobGroups({ post, groups }: { readonly post: Post; readonly groups: readonly JobGroup[] }) {
  const t = useWords(postWords)
  return groups.map(({ name, jobs }) => (
    <section key={name} className={classes.group} aria-label={t[headings[name]]}>
      <h3 className="label">{t[headings[name]]}</h3>
      <ul>
        {jobs.map((job) => (
          <JobRow key={job.jobId} post={post} job={job} />
        ))}
      </ul>
    </section>
  ))
}
