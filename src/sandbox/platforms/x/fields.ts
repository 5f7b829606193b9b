/** The names of one generation: X renamed fields between its OpenAPI files of 2026-07-25 and of 2026-08-22. */
export interface Generation {
  readonly name: 'old' | 'new'
  readonly fieldsParameter: 'tweet.fields' | 'post.fields'
  readonly postFields: readonly string[]
  readonly postExpansions: readonly string[]
  readonly userFields: readonly string[]
  readonly userExpansions: readonly string[]
}

const words = (text: string): readonly string[] => text.split(/\s+/)

export const oldNames: Generation = {
  name: 'old',
  fieldsParameter: 'tweet.fields',
  postFields: words(`article attachments author_id card_uri community_id context_annotations conversation_id created_at
    display_text_range edit_controls edit_history_tweet_ids entities geo id in_reply_to_user_id lang
    media_metadata non_public_metrics note_tweet organic_metrics possibly_sensitive promoted_metrics
    public_metrics referenced_tweets reply_settings scopes source suggested_source_links
    suggested_source_links_with_counts text withheld`),
  postExpansions:
    words(`article.cover_media article.media_entities attachments.media_keys attachments.media_source_tweet
    attachments.poll_ids author_id edit_history_tweet_ids entities.mentions.username geo.place_id
    in_reply_to_user_id entities.note.mentions.username referenced_tweets.id
    referenced_tweets.id.attachments.media_keys referenced_tweets.id.author_id`),
  userFields:
    words(`affiliation confirmed_email connection_status created_at description entities id is_identity_verified location
    most_recent_tweet_id name parody pinned_tweet_id profile_banner_url profile_image_url protected public_metrics
    receives_your_dm subscription subscription_type url username verified verified_followers_count verified_type
    withheld`),
  userExpansions: words(`affiliation.user_id most_recent_tweet_id pinned_tweet_id`),
}

export const newNames: Generation = {
  name: 'new',
  fieldsParameter: 'post.fields',
  postFields:
    words(`article article_title attachments card_uri community_id context_annotations conversation_id created_at
    display_text_range edit_controls entities geo id lang matched_media_notes media_metadata non_public_metrics
    note_post note_request_suggestions organic_metrics paid_partnership possibly_sensitive promoted_metrics
    public_metrics reply_settings scopes source suggested_source_links suggested_source_links_with_counts text
    withheld`),
  postExpansions:
    words(`article.cover_media article.media_entities attachments.media_keys attachments.media_source_tweet
    attachments.poll_ids author_id edit_history_post_ids entities.mentions.username geo.place_id
    in_reply_to_user_id referenced_posts username`),
  userFields:
    words(`confirmed_email connection_status created_at description entities id is_identity_verified location name parody
    profile_banner_url profile_image_url protected public_metrics receives_your_dm subscribes_to_you subscription
    subscription_type url username verified verified_followers_count verified_type withheld`),
  userExpansions: words(`affiliation most_recent_post_id pinned_post_id`),
}

/** The names that are the same in both. */
export const mediaFields =
  words(`alt_text duration_ms height media_key non_public_metrics organic_metrics preview_image_url promoted_metrics
    public_metrics type url variants width`)
