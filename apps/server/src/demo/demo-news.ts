import { DAY_MS } from '@partner-office/domain'

import { addPost } from '../business/news/add-posts.ts'
import type { NewsPost } from '../business/news/news-post.ts'
import type { Core } from '../core/core.ts'

type DemoPost = Pick<NewsPost, 'title' | 'category' | 'content'> & { readonly daysAgo: number }

const POSTS: Readonly<Record<'en' | 'de' | 'ar', readonly DemoPost[]>> = {
  en: [
    {
      daysAgo: 40,
      title: 'Unilevel percentages explained with three examples',
      category: 'Guides',
      content:
        'The unilevel page shows the share of each level. Three examples:\n\n- An order of your **first line** pays the direct bonus.\n- An order on level 2 or below pays the team bonus, while you are active.\n- An order that is cancelled takes its bonuses back.',
    },
    {
      daysAgo: 2,
      title: 'What the 50% rule counts',
      category: 'Guides',
      content:
        'At most half of a target may come from your strongest leg. The rank page shows **what counts, what does not, and why**.',
    },
    {
      daysAgo: 0.1,
      title: 'Statements are made on the first day of the month',
      category: 'Reports',
      content: 'Each statement covers one month in UTC and lists every bonus of it.',
    },
  ],
  de: [
    {
      daysAgo: 2,
      title: 'Was die 50-%-Regel zählt',
      category: 'Anleitungen',
      content:
        'Höchstens die Hälfte eines Ziels darf aus Ihrem stärksten Strang kommen. Die Rangseite zeigt, **was zählt, was nicht zählt und warum**.',
    },
    {
      daysAgo: 0.1,
      title: 'Abrechnungen entstehen am ersten Tag des Monats',
      category: 'Berichte',
      content: 'Jede Abrechnung umfasst einen Monat in UTC und nennt jeden Bonus dieses Monats.',
    },
  ],
  ar: [
    {
      daysAgo: 2,
      title: 'ما الذي تحتسبه قاعدة 50%',
      category: 'أدلة',
      content:
        'لا يجوز أن يأتي أكثر من نصف الهدف من أقوى فرع لديك. تعرض صفحة الرتبة **ما يُحتسب وما لا يُحتسب ولماذا**.',
    },
    {
      daysAgo: 0.1,
      title: 'تُعدّ الكشوف في اليوم الأول من الشهر',
      category: 'تقارير',
      content: 'يغطي كل كشف شهرًا واحدًا بالتوقيت العالمي ويذكر كل مكافأة فيه.',
    },
  ],
}

/** Adds the demo network's news. Source: operations.md section 3. */
export async function addDemoNews(core: Core): Promise<void> {
  const now = core.clock()
  for (const [language, posts] of Object.entries(POSTS)) {
    for (const { daysAgo, ...post } of posts) {
      const publishedAt = now - daysAgo * DAY_MS
      await addPost(core, {
        ...post,
        language: language as NewsPost['language'],
        figure: '',
        publishedAt,
      })
    }
  }
}
