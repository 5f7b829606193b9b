/** Words of options that several platforms have, and of kinds of posts. A platform’s own words win. */
export const sharedOptionWords = {
  en: {
    labels: {
      post_type: 'Kind of post',
      link: 'Link',
      title: 'Title',
    },
    hints: {
      link: 'The page that the post leads to.',
    },
    values: {
      feed: 'Feed post',
      story: 'Story',
      reel: 'Reel',
      carousel: 'Carousel',
      text: 'Text',
      image: 'Image',
      video: 'Video',
    },
  },
  de: {
    labels: {
      post_type: 'Art des Beitrags',
      link: 'Link',
      title: 'Titel',
    },
    hints: {
      link: 'Die Seite, auf die der Beitrag führt.',
    },
    values: {
      feed: 'Beitrag im Feed',
      story: 'Story',
      reel: 'Reel',
      carousel: 'Karussell',
      text: 'Text',
      image: 'Bild',
      video: 'Video',
    },
  },
}
