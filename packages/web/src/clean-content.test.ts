// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { cleanContent } from './clean-content.ts'

const cleaned = (html: string) => {
  const box = document.createElement('div')
  box.append(cleanContent(html))
  return box.innerHTML
}

test.each([
  ['<script>alert(1)</script>text', 'text'],
  ['<p onclick="alert(1)" style="color:red">text</p>', '<p>text</p>'],
  ['<img src="https://x.example/a.png" onerror="alert(1)">text', 'text'],
  ['<svg onload="alert(1)"><circle></circle></svg>text', 'text'],
  ['<iframe src="https://x.example"></iframe>text', 'text'],
  ['<form action="/v1"><button>b</button></form>', 'b'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="java&#9;script:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="/v1/logout">a</a>', '<a>a</a>'],
  [
    '<a href="https://b.example" target="_self">a</a>',
    '<a href="https://b.example" target="_blank" rel="noopener noreferrer">a</a>',
  ],
])('%s is shown as %s', (html, shown) => expect(cleaned(html)).toBe(shown))
