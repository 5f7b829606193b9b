import type { ColumnType, Generated } from 'kysely'
import type { Audience } from '../domain/application.ts'
import type { AuditAction } from '../domain/audit.ts'
import type { Metrics } from '../domain/metrics.ts'
import type { PlanId } from '../domain/plans.ts'
import type { Role } from '../domain/roles.ts'

/** A column that the database numbers. */
type RowNumber = ColumnType<number, never, never>
type Flag = 0 | 1

/** The values by which a group is found when metrics are browsed: sums over its platforms, from some of their reads. */
interface GroupTotals {
  profile_id: string
  created_at: number
  media_type: string
  /** Since when it is in this profile. */
  joined: number
  /** Since when all these values have been valid. */
  since: number
  views: number | null
  display_views: number | null
  likes: number | null
  comments: number | null
  engagement: number | null
  clicks: number | null
  impressions: number | null
  engagement_rate: number | null
  /** The read that counts for each job, as JSON. */
  reads: string
}

/** All tables. Times are integer milliseconds, JSON is text, flags are 0 or 1: the same in both databases. */
export interface Tables {
  instance: {
    id: 1
    created_at: number
    secret_check: string
    /** The database's time when a service last used it. It only grows; in a restored database it is smaller again. */
    alive_at: number | null
    /** On PostgreSQL, what identifies the tables: a dump that is restored has another one. */
    place: string | null
    /** Since when the database is held; null: it is not held. */
    held_at: number | null
    /** The database does not know what was done from then on. */
    held_since: number | null
    /** Until when it may have been done; null in a copy that no service has used yet. */
    held_until: number | null
    /** A sentence for people. */
    held_reason: string | null
    /** The timeline of PostgreSQL when a process last looked: a promoted standby has a higher one. */
    timeline: number | null
    /** Whether PostgreSQL then confirmed a commit only after a standby had it. */
    synchronous: Flag | null
  }
  users: {
    id: RowNumber
    email: string
    plan_id: PlanId
    default_profile_id: string
    created_at: number
  }
  api_keys: {
    id: RowNumber
    user_id: number
    name: string
    prefix: string
    hash: string
    scopes: string
    expires_at: number | null
    last_used_at: number | null
    revoked_at: number | null
    created_at: number
    policy: Generated<string>
    /** Only with the policy `ahead`. */
    minutes_ahead: number | null
    /** Null: by the command line, or before this was recorded. */
    created_by: string | null
    /** It is the access token of an application that a person authorized. */
    grant_id: number | null
    /** Whose key it is, also after the person is gone; null: a service key, or that of an application. */
    person_id: number | null
    /** It may publish and delete without a person’s yes. Null: an older version made it; see `readUnattended`. */
    unattended: Flag | null
  }
  /** Applications that registered themselves. */
  oauth_clients: {
    id: string
    name: string
    /** As JSON. */
    redirect_uris: string
    created_at: number
    /** When somebody last authorized it; null: nobody has. */
    used_at: number | null
  }
  /** Access that a person gave an application: first a code, and once that is redeemed, a key and a refresh token. */
  oauth_grants: {
    id: RowNumber
    person_id: number
    user_id: number
    client_id: string
    name: string
    host: string
    audience: Audience
    scopes: string
    /** Those of the key that it gets; later the key has its own. */
    policy: string
    minutes_ahead: number | null
    unattended: Flag | null
    /** A hash, as all secrets here. It stays, so that a second use is noticed. */
    code: string
    code_until: number
    /** The PKCE challenge. */
    challenge: string
    redirect_uri: string
    redeemed_at: number | null
    /** The part of the refresh token that stays the same. */
    family: string | null
    /** The refresh token that is valid now. */
    refresh: string | null
    created_at: number
    /** It cannot be refreshed after that. */
    ends_at: number
  }
  /** Who signs in. The email address is in lower case. */
  people: {
    id: RowNumber
    email: string
    name: string
    /** Null: the person signs in by a link or elsewhere. */
    password: string | null
    /** The operator disabled the person for all users. */
    disabled_at: number | null
    created_at: number
    /** Sealed. It counts once it is confirmed. */
    totp_secret: string | null
    /** The latest step whose code was used. */
    totp_step: number | null
    totp_confirmed_at: number | null
    /** Hashes of those that were not used, separated by spaces. */
    recovery_codes: string | null
    /** Who the person is at an identity provider; null: unknown there. */
    oidc_issuer: string | null
    oidc_subject: string | null
    /** When a wrong code followed the right password, until the password is changed, and the address it came from. */
    code_refused_at: number | null
    code_refused_from: string | null
    /** What the dashboard remembers for the person, as JSON. */
    preferences: string | null
  }
  memberships: {
    person_id: number
    user_id: number
    role: Role
    disabled_at: number | null
    created_at: number
  }
  sessions: {
    id: RowNumber
    hash: string
    person_id: number
    /** The user in view. */
    user_id: number
    /** The browser, for people. */
    label: string
    address: string
    /** When the person last proved who they are. */
    proven_at: number
    /** Accurate to a minute. */
    seen_at: number
    created_at: number
  }
  invites: {
    id: RowNumber
    hash: string
    user_id: number
    email: string
    role: Role
    expires_at: number
    created_at: number
  }
  /** Links that sign in one person, once; without a person: that let somebody become the owner. */
  sign_in_links: { hash: string; person_id: number | null; expires_at: number }
  /** Sign-ins at the identity provider that have not ended. */
  oidc_sign_ins: {
    /** A hash, as all secrets here. */
    state: string
    browser: string
    /** The session in which it began. */
    session_id: number | null
    /** It links the person of that session. */
    links: Flag
    /** The invite that it accepts. */
    invite: string | null
    expires_at: number
    /** The page of this instance where the browser goes afterwards. */
    return_to: string | null
  }
  audit: {
    id: RowNumber
    user_id: number
    action: AuditAction
    /** Null: the command line. */
    by_type: 'person' | 'key' | null
    by_id: number | null
    /** As it was then. */
    by_name: string | null
    /** As JSON. */
    target: string | null
    /** As JSON. */
    change: string | null
    address: string | null
    created_at: number
  }
  profiles: {
    id: string
    user_id: number
    name: string
    /** The name as it is compared for uniqueness. */
    folded_name: string
    /** The key of an image of the media library; null: the picture of its first account is shown. */
    picture: string | null
    /** The number of one of ten colours; null: by its ID. */
    color: number | null
    created_at: number
    updated_at: number
    deleted_at: number | null
  }
  slots: {
    profile_id: string
    timezone: string
    /** Weekdays and local times, as JSON. */
    times: string
    updated_at: number
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
    id: RowNumber
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
    /** From then on the login is renewed, even if it is not used; null if it never expires. */
    renew_from: number | null
    connected_at: number
    /** Sealed; null only while the row is being created. */
    credentials: string | null
    /** Grows with every change of the credentials. */
    credentials_version: Generated<number>
    /** Until then one process renews the tokens. */
    refreshing_until: Generated<number>
    /** The platform allows the account more than the standard limits. */
    eligible: Generated<Flag>
    /** Why the platform refused the login. */
    reconnect_reason: string | null
    /** When the platform stops all reads unless the person signs in again; null if it has no such limit. */
    data_access_ends_at: number | null
  }
  lanes: {
    key: string
    /** Until then one job holds the account. */
    held_until: Generated<number>
    held_by: number | null
    /** Until then no calls may be made for the account. */
    paused_until: Generated<number>
    /** Not later than its next job may be claimed; null: none waits. Triggers make it earlier. */
    due_at: number | null
  }
  connections: {
    id: string
    user_id: number
    profile_id: string
    platform: string
    /** The platform as the caller named it. */
    named: string
    environment: string
    status: string
    /** Where a person signs in. It stays, because it tells what was requested from the platform. */
    url: string | null
    redirect_url: string | null
    /** Hash of the one-time value that the browser returns with; null once it was used. */
    state_hash: string | null
    /** Sealed: the PKCE verifier, and later the credentials. */
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
    /** As the caller named them. */
    platforms: string
    media: string
    comments: string
    options: string | null
    auto_reply_enabled: Flag | null
    webhook_url: string | null
    source: string
    scheduled_at: number | null
    scheduled_timezone: string | null
    /** Computed from its jobs. `scheduled` is not stored, since it follows from the time. */
    status: string
    /** Its batch ID and its texts in lower case, for the search. */
    search: string
    warnings: string
    revision: number
    created_at: number
    updated_at: number
    posted_at: number | null
    deleted_at: number | null
    /** Null: before this was recorded. */
    created_by: string | null
    /** Null: it was not edited since. */
    updated_by: string | null
    /** Null: it is not deleted, or it was before this was recorded. */
    deleted_by: string | null
    /** The post as which it came back. */
    restored_as: number | null
  }
  jobs: {
    id: number
    post_id: number
    user_id: number
    profile_id: string
    platform: string
    /** The platform as the caller named it. */
    named: string
    environment: string
    remote_account_id: string
    lane: string
    status: string
    /** When it should start. */
    scheduled_for: number
    /** When a worker has to continue it. While a worker holds it, the end of its lease. Null: there is nothing left to do. */
    due_at: number | null
    /** Grows with every claim. A worker with an older fence has lost its lease and writes nothing. */
    fence: number
    /** The format that a worker must know; see `domain/job-format.ts`. */
    needs: Generated<number>
    attempts: number
    content: string
    /** Equal for equal texts; null without a text, and in jobs of older versions. */
    text_hash: string | null
    plan: string | null
    warnings: string
    result: string | null
    error: string | null
    failed_reason: string | null
    action: string | null
    platform_post_id: string | null
    platform_post_url: string | null
    /** The causes that `post.delayed` has reported. */
    told_delayed: string
    /** An edit removed it from its group. */
    dropped: Flag
    /** From then on it may have been published without a record, because the database was restored; null: it was not. */
    lost_since: number | null
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
    /** Since then it is unknown whether the call took effect. */
    doubt_since: number | null
    finished_at: number | null
  }
  events: {
    seq: RowNumber
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
    /** As the caller named them. */
    platforms: string
    media: string
    comments: string
    options: string | null
    auto_reply_enabled: Flag | null
    /** It is kept to make drafts from. */
    template: Generated<Flag>
    /** Null until it is submitted. */
    submission: string | null
    created_at: number
    updated_at: number
    /** See `posts`. */
    created_by: string | null
    updated_by: string | null
    /** Whether it waits for approval. */
    awaiting: Generated<Flag>
    /** The latest request for approval, with its decision. */
    approval: string | null
    /** Its texts in lower case, for the search; null: the last release has changed it. */
    search: string | null
    /** When it is wanted, as a plan only. */
    planned_at: number | null
    /** As it was sent. */
    planned_timezone: string | null
  }
  draft_media: { draft_id: string; media_key: string }
  labels: {
    id: RowNumber
    user_id: number
    name: string
    /** The name as it is compared. */
    folded_name: string
    color: string | null
    created_at: number
  }
  post_labels: { label_id: number; post_id: number }
  draft_labels: { label_id: number; draft_id: string }
  /** Written only by triggers on `jobs` and `posts`. */
  status_log: {
    id: RowNumber
    /** Its position in the order of changes; null until it has one. */
    position: number | null
    user_id: number
    kind: string
    post_id: number
    job_id: number | null
    status: string
    at: number
  }
  /** The last position that was assigned. */
  status_log_position: { last: number }
  webhooks: {
    id: RowNumber
    user_id: number
    url: string
    /** Names of events, or `*`, as JSON. */
    events: string
    /** Sealed; null once the webhook is deleted. */
    secret: string | null
    created_at: number
    /** All attempts since then have failed. */
    failing_since: number | null
    disabled_at: number | null
    disabled_reason: string | null
    deleted_at: number | null
    /** See `callback_secrets`. */
    previous: string | null
    previous_until: number | null
  }
  /** Developer apps of the operator. */
  apps: {
    /** The prefix of the settings that would hold it. */
    name: string
    client_id: string
    /** Sealed; null if the app has none. */
    client_secret: string | null
    updated_at: number
  }
  callback_secrets: {
    user_id: number
    /** Sealed. */
    secret: string
    created_at: number
    /** The secret before, sealed. It signs as well until `previous_until`. */
    previous: string | null
    previous_until: number | null
  }
  /** Addresses that deliveries go to: a webhook, or the callback of posts. Workers take them, with some of their deliveries. */
  endpoints: {
    id: RowNumber
    /** As in its deliveries. */
    lane: string
    user_id: number
    /** Not later than something may be sent to it; null: nothing waits. Triggers make it earlier. */
    due_at: number | null
    /** End of the lease of a worker. */
    held_until: Generated<number>
    fence: Generated<number>
    /** Deliveries at the same time. 1 also means: it has not responded lately. */
    room: Generated<number>
    /** How often in a row it has not responded in time. */
    silences: Generated<number>
    /** Nothing is sent before. */
    paused_until: Generated<number>
    /** Deliveries that wait for it and were created before this time are cancelled, not sent. */
    cancel_before: number | null
  }
  deliveries: {
    id: RowNumber
    user_id: number
    /** Null for a post's own callback. */
    webhook_id: number | null
    /** The post whose callback it is. */
    post_id: number | null
    url: string
    /** The endpoint. All deliveries to an endpoint that does not respond are postponed together. */
    lane: string
    event_id: string
    event: string
    status: string
    /** When the next attempt is due; null: there is none. */
    due_at: number | null
    /** End of the lease of a worker. */
    held_until: Generated<number>
    fence: number
    /** Attempts that count, with the one that is running. */
    attempts: number
    /** Start of the running or the last attempt. */
    started_at: number | null
    /** The attempts that have ended, as JSON. */
    history: string
    last_status_code: number | null
    last_error_code: string | null
    created_at: number
    delivered_at: number | null
  }
  /** Accounts whose followers and published posts are read. */
  measured_accounts: {
    id: RowNumber
    profile_id: string
    platform: string
    lane: string
    /** When to read it next. Null: not before the account is connected again. */
    due_at: number | null
    /** End of the lease of a worker. */
    held_until: Generated<number>
    /** See `jobs`. */
    fence: Generated<number>
    /** How often in a row reading failed. */
    failures: Generated<number>
    audience_due_at: number
  }
  /** Published posts of these accounts, one for each job. */
  measured_posts: {
    job_id: number
    post_id: number
    account_id: number
    published_at: number
    /** When to read it next; null: never. */
    due_at: number | null
    /** How often in a row the platform returned nothing about it. */
    absences: Generated<number>
    /** Time of the latest read in `metric_reads`. */
    captured_at: number | null
    /** When a person last requested a refresh. */
    refreshed_at: Generated<number>
    /** When to remove reads that are no longer needed; null: not before there are new ones. */
    thin_at: number | null
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
    /** Null if the platform does not provide it. */
    followers: number | null
  }
  replies: {
    id: RowNumber
    user_id: number
    profile_id: string
    /** The job of the post that it is under. */
    job_id: number
    platform: string
    /** The account that sends it. */
    lane: string
    comment_id: string
    message: string
    /** Hash of account, comment and message. */
    fingerprint: string
    /** Hash of account, post and the normalized message. */
    likeness: string
    status: string
    /** When a worker has to ask for its outcome; null once that is known, or never will be. */
    due_at: number | null
    fence: number
    started_at: number
    doubt_since: number | null
    /** Its ID on the platform. */
    reply_id: string | null
    url: string | null
    sent_at: number | null
    /** Null: an automatic reply, or before this was recorded. */
    created_by: string | null
  }
  /** The comments of all posts, as they were last read. */
  comments: {
    id: RowNumber
    user_id: number
    profile_id: string
    job_id: number
    platform: string
    comment_id: string
    /** The comment that it replies to; null directly under the post. */
    parent_id: string | null
    /** As JSON. */
    author: string
    message: string
    /** Its text and its author in lower case, for the search. */
    search: string
    posted_at: number
    like_count: number | null
    reply_count: number | null
    url: string | null
    is_own: Flag
    can_reply: Flag
    found_at: number
    /** When the latest reading that has listed it began. */
    seen_at: number
    /** When a person marked it as read; null: it is unread. */
    read_at: number | null
  }
  /** Published posts whose comments are read, for the inbox and to be answered, one for each job. */
  watched_posts: {
    /** The ID of its job. */
    id: number
    lane: string
    published_at: number
    /** When its latest comment was found; before the first, when it was published. */
    active_at: number
    /** When to read its comments next. Null: not before a person changes something. */
    due_at: number | null
    /** End of the lease of a worker. */
    held_until: Generated<number>
    /** See `jobs`. */
    fence: Generated<number>
    /** Failures in a row. */
    failures: Generated<number>
    /** When the latest reading of all comments began. */
    sweep_at: Generated<number>
    /** Where that reading continues; null: it has ended. */
    sweep_cursor: string | null
    /** When a person last requested a refresh. */
    refreshed_at: Generated<number>
  }
  /** One for each comment of another person on a watched post. */
  auto_replies: {
    id: RowNumber
    profile_id: string
    job_id: number
    /** The platform as the caller named it. */
    platform: string
    comment_id: string
    comment_author: string | null
    comment_username: string | null
    /** Who wrote the comment, as the platform tells people apart; null if it does not. */
    commenter: string | null
    comment_message: string
    /** Never changes once it is set, unless a person approves it with other words. */
    message: string | null
    /** The text that the language model wrote, if a person has changed it. */
    drafted_message: string | null
    /** The fields of the brand that the language model says it used, as JSON. */
    facts: string | null
    /** The person or key that approved or rejected it, as JSON. */
    decided_by: string | null
    status: string
    /** A person has approved it. */
    approved: Generated<Flag>
    /** How often the platform has refused it. */
    tries: Generated<number>
    /** When the language model was asked: it counts for the limits per hour from then. */
    asked_at: number | null
    /** When sending began: it counts for the limit per hour from then. */
    sending_at: number | null
    reply_id: string | null
    error: string | null
    created_at: number
    posted_at: number | null
  }
  /** Regular work that one process at a time does for all. */
  chores: {
    id: number
    due_at: number | null
    /** End of the lease of a worker. */
    held_until: Generated<number>
    /** See `jobs`. */
    fence: Generated<number>
  }
  model_usage: { profile_id: string; month: string; input_tokens: number; output_tokens: number }
  idempotency: {
    user_id: number
    key: string
    fingerprint: string
    /** The request that holds the key while it runs. */
    holder: string
    lease_until: number
    /** The sealed answer; null while the first request runs. */
    answer: string | null
    expires_at: number
  }
  media: {
    /** Its public name. */
    key: string
    /** Its name in the storage. */
    file: string
    user_id: number
    state: string
    content_type: string
    size: number
    sha256: string | null
    facts: string | null
    name: string | null
    /** The name in lower case. */
    search: string | null
    alt_text: string | null
    /** It is in the media library; not an image that was made for a platform. */
    listed: Generated<Flag>
    /** The key of the small picture that was made of it; empty: none can be made, or it is one itself. */
    small: string | null
    created_at: number
  }
  /** Days with a name, such as a holiday or a fair. */
  dates: {
    id: RowNumber
    user_id: number
    /** Null: of all profiles. */
    profile_id: string | null
    name: string
    first_day: string
    last_day: string
    created_at: number
    created_by: string | null
  }
  rate_limits: { key: string; points: Generated<number>; expire: number | null }
  /** Updated by triggers on `posts`, which also set the times and keep the past values. */
  post_totals: GroupTotals & { post_id: number }
  post_totals_past: GroupTotals & {
    id: RowNumber
    post_id: number
    until: number
    /** When it left the profile. */
    gone: Flag
  }
  /** The number of groups of a profile is the sum of its rows. */
  group_counts: { profile_id: string; slot: number; groups: number }
  migrations: {
    name: string
    applied_at: number
    /** Versions that do not know the migration can use the database. */
    older_work: Generated<Flag>
  }
}
