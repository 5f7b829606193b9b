import type { ColumnType, Generated } from 'kysely'
import type { Metrics } from '../domain/metrics.ts'
import type { PlanId } from '../domain/plans.ts'

/** A column that the database numbers by itself. */
type Numbered = ColumnType<number, never, never>
type Flag = 0 | 1

/** What a group is found by when the metrics of a profile are browsed; the sums over its platforms as of some reads. */
interface GroupTotals {
  profile_id: string
  created_at: number
  media_type: string
  /** Since when it is in this profile. */
  joined: number
  /** Since when all of this has been so. */
  since: number
  views: number | null
  display_views: number | null
  likes: number | null
  comments: number | null
  engagement: number | null
  clicks: number | null
  impressions: number | null
  engagement_rate: number | null
  /** The read of each job that counts, as JSON. */
  reads: string
}

/** Every table: times are integer milliseconds, JSON is text, flags are 0 or 1, so that both databases hold the same. */
export interface Tables {
  instance: { id: 1; created_at: number; secret_check: string }
  users: {
    id: Numbered
    email: string
    plan_id: PlanId
    default_profile_id: string
    created_at: number
  }
  api_keys: {
    id: Numbered
    user_id: number
    name: string
    prefix: string
    hash: string
    scopes: string
    expires_at: number | null
    last_used_at: number | null
    revoked_at: number | null
    created_at: number
  }
  profiles: {
    id: string
    user_id: number
    name: string
    /** The name as it counts for being unique. */
    folded_name: string
    created_at: number
    updated_at: number
    deleted_at: number | null
  }
  profile_settings: {
    profile_id: string
    auto_reply_enabled: Flag
    auto_reply_mode: string
    /** The brand fields that are set, as JSON. */
    brand: string
    prefilled_at: number | null
    updated_at: number
  }
  accounts: {
    id: Numbered
    profile_id: string
    platform: string
    remote_id: string
    username: string | null
    display_name: string | null
    avatar_url: string | null
    profile_url: string | null
    account_type: string | null
    environment: string
    status: string
    missing_permissions: string
    board_id: string | null
    page_id: string | null
    expires_at: number | null
    /** From then on the login is renewed, used or not; null where no time makes it end. */
    renew_from: number | null
    connected_at: number
    /** Sealed; null only where a row is being made. */
    credentials: string | null
    /** Grows with every change of the credentials. */
    credentials_version: Generated<number>
    /** Until then one process is getting new tokens. */
    refreshing_until: Generated<number>
    /** The platform lets the account beyond the standard limits. */
    eligible: Generated<Flag>
    /** What the platform said when it refused the login. */
    reconnect_reason: string | null
    /** When the platform lets nothing be read any more, unless the person signs in anew; null where it has no such time. */
    data_access_ends_at: number | null
  }
  lanes: {
    key: string
    /** Until then one job has the account for itself. */
    held_until: Generated<number>
    held_by: number | null
    /** Until then the platform wants to be left alone. */
    paused_until: Generated<number>
  }
  connections: {
    id: string
    user_id: number
    profile_id: string
    platform: string
    /** The platform in the caller's word. */
    named: string
    environment: string
    status: string
    url: string | null
    redirect_url: string | null
    /** Of the one-time value that comes back with the browser; null once it was used. */
    state_hash: string | null
    /** Sealed: the PKCE verifier, and afterwards what was granted. */
    secret: string | null
    choices: string
    connected: string
    error: string | null
    created_at: number
    expires_at: number
  }
  publishing_ids: { last: number }
  posts: {
    id: number
    user_id: number
    profile_id: string
    batch_id: string
    message: string
    /** In the caller's words. */
    platforms: string
    media: string
    comments: string
    options: string | null
    auto_reply_enabled: Flag | null
    webhook_url: string | null
    source: string
    scheduled_at: number | null
    scheduled_timezone: string | null
    /** Follows from its jobs; `scheduled` is not stored, since it follows from the time. */
    status: string
    /** Its batch ID and its texts, folded, for those who look for them. */
    search: string
    warnings: string
    revision: number
    created_at: number
    updated_at: number
    posted_at: number | null
    deleted_at: number | null
  }
  jobs: {
    id: number
    post_id: number
    user_id: number
    profile_id: string
    platform: string
    /** The platform in the caller's word. */
    named: string
    environment: string
    remote_account_id: string
    lane: string
    status: string
    /** When it was to start. */
    scheduled_for: number
    /** When a worker has to look at it next; the lease of the one that does moves it ahead. Null: nothing is left to do. */
    due_at: number | null
    /** Grows with every claim: who writes without the current one is too late. */
    fence: number
    attempts: number
    content: string
    plan: string | null
    warnings: string
    result: string | null
    error: string | null
    failed_reason: string | null
    action: string | null
    platform_post_id: string | null
    platform_post_url: string | null
    /** The causes of which `post.delayed` has told. */
    told_delayed: string
    /** Left its group by an edit. */
    dropped: Flag
    created_at: number
    updated_at: number
    started_at: number | null
    finished_at: number | null
  }
  steps: {
    job_id: number
    position: number
    status: string
    tries: number
    saved: string | null
    result: string | null
    started_at: number
    /** Since then it is in doubt whether the call took effect. */
    doubt_since: number | null
    finished_at: number | null
  }
  events: {
    seq: Numbered
    id: string
    user_id: number
    name: string
    post_id: number | null
    data: string
    created_at: number
  }
  post_media: { post_id: number; media_key: string }
  drafts: {
    id: string
    user_id: number
    profile_id: string
    revision: number
    message: string
    /** In the caller's words. */
    platforms: string
    media: string
    comments: string
    options: string | null
    auto_reply_enabled: Flag | null
    /** Null until it is submitted. */
    submission: string | null
    created_at: number
    updated_at: number
  }
  draft_media: { draft_id: string; media_key: string }
  /** Written by triggers on `jobs` and `posts` alone. */
  status_log: {
    id: Numbered
    /** Its place in the order in which changes are shown; null until it has one. */
    position: number | null
    user_id: number
    kind: string
    post_id: number
    job_id: number | null
    status: string
    at: number
  }
  /** The last place that was given. */
  status_log_position: { last: number }
  webhooks: {
    id: Numbered
    user_id: number
    url: string
    /** Names of events, or `*`, as JSON. */
    events: string
    /** Sealed; null once the webhook is deleted. */
    secret: string | null
    created_at: number
    /** Since then every attempt has failed. */
    failing_since: number | null
    disabled_at: number | null
    disabled_reason: string | null
    deleted_at: number | null
  }
  callback_secrets: {
    user_id: number
    /** Sealed. */
    secret: string
    created_at: number
  }
  deliveries: {
    id: Numbered
    user_id: number
    /** Null for a post's own callback. */
    webhook_id: number | null
    /** The post whose callback it is. */
    post_id: number | null
    url: string
    /** Names the endpoint: what is due to one that does not answer is put off together. */
    lane: string
    event_id: string
    event: string
    status: string
    /** As of a job. */
    due_at: number | null
    fence: number
    /** Those that count, the one under way among them. */
    attempts: number
    /** Of the attempt that is under way, or was the last. */
    started_at: number | null
    /** The attempts that have ended, as JSON. */
    history: string
    last_status_code: number | null
    last_error_code: string | null
    created_at: number
    delivered_at: number | null
  }
  /** Accounts of profiles whose followers and published posts are read. */
  measured_accounts: {
    id: Numbered
    profile_id: string
    platform: string
    lane: string
    /** When something of it is to be read next. Null: nothing before the account is connected again. */
    due_at: number | null
    /** Until then one worker has it. */
    held_until: Generated<number>
    /** As of a job. */
    fence: Generated<number>
    /** How often in a row it could not be read. */
    failures: Generated<number>
    audience_due_at: number
  }
  /** Published posts of these accounts, one for each job. */
  measured_posts: {
    job_id: number
    post_id: number
    account_id: number
    published_at: number
    /** When it is to be read next; null: never. */
    due_at: number | null
    /** How often in a row the platform told nothing of it. */
    absences: Generated<number>
    /** Of the latest read in `metric_reads`. */
    captured_at: number | null
    /** When a person last had it read. */
    refreshed_at: Generated<number>
  }
  metric_reads: { job_id: number; captured_at: number; metric_window: string } & {
    -readonly [N in keyof Metrics]: Metrics[N]
  }
  /** The latest count of each day. */
  audience_counts: {
    account_id: number
    /** Since 1970. */
    day: number
    captured_at: number
    /** Null where the platform does not supply it. */
    followers: number | null
  }
  replies: {
    id: Numbered
    user_id: number
    profile_id: string
    /** Of the post under which it stands. */
    job_id: number
    platform: string
    /** The account that it is sent as. */
    lane: string
    comment_id: string
    message: string
    /** Of account, comment and message. */
    fingerprint: string
    /** Of account, post and the words of the message. */
    likeness: string
    status: string
    /** When a worker has to ask what became of it; null once that is known, or never will be. */
    due_at: number | null
    fence: number
    started_at: number
    doubt_since: number | null
    /** As the platform knows it. */
    reply_id: string | null
    url: string | null
    sent_at: number | null
  }
  /** Published posts whose comments are answered by the language model, one for each job. */
  watched_posts: {
    /** Its job's. */
    id: number
    lane: string
    published_at: number
    /** When it last had a new comment; its publishing, before the first. */
    active_at: number
    /** When its comments are to be looked at next. Null: not before something is changed by a person. */
    due_at: number | null
    /** Until then one worker has it. */
    held_until: Generated<number>
    /** As of a job. */
    fence: Generated<number>
    /** How often in a row something stood in the way. */
    failures: Generated<number>
  }
  /** One for each comment that somebody else has written below a watched post. */
  auto_replies: {
    id: Numbered
    profile_id: string
    job_id: number
    /** In the caller's word. */
    platform: string
    comment_id: string
    comment_author: string | null
    comment_username: string | null
    comment_message: string
    /** Never changed once it is there. */
    message: string | null
    status: string
    /** A person has let it go out. */
    approved: Generated<Flag>
    /** How often the platform has refused it. */
    tries: Generated<number>
    /** When it was begun to be sent: it counts in the hour from then. */
    sending_at: number | null
    reply_id: string | null
    error: string | null
    created_at: number
    posted_at: number | null
  }
  model_usage: { profile_id: string; month: string; input_tokens: number; output_tokens: number }
  idempotency: {
    user_id: number
    key: string
    fingerprint: string
    /** Names the request that holds the key while it runs. */
    holder: string
    lease_until: number
    /** The sealed answer; null while the first request runs. */
    answer: string | null
    expires_at: number
  }
  media: {
    /** The name under which the outside knows it. */
    key: string
    /** Where the storage keeps it. */
    file: string
    user_id: number
    state: string
    content_type: string
    size: number
    sha256: string | null
    facts: string | null
    created_at: number
  }
  rate_limits: { key: string; points: Generated<number>; expire: number | null }
  /** Follows `posts` by triggers, which also take the times and keep what was before. */
  post_totals: GroupTotals & { post_id: number }
  post_totals_past: GroupTotals & {
    id: Numbered
    post_id: number
    until: number
    /** Then it left the profile. */
    gone: Flag
  }
  /** How many groups a profile has is the sum of its rows. */
  group_counts: { profile_id: string; slot: number; groups: number }
  migrations: { name: string; applied_at: number }
}
