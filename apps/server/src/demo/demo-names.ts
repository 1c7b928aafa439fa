/** Country of a demo partner, and the names used there. */
export type People = {
  readonly country: string
  readonly language: string
  readonly dialling: string
  readonly first: readonly string[]
  readonly last: readonly string[]
}

/** Names in the scripts that the product must show: Latin with and without marks, Cyrillic, Arabic, Han, Kana, Hangul, Devanagari, Bengali. */
export const PEOPLES: readonly People[] = [
  {
    country: 'DE',
    language: 'de',
    dialling: '49',
    first: ['Anna', 'Jürgen', 'Sophie', 'Matthias', 'Heike', 'Björn', 'Annegret', 'Lukas'],
    last: ['Müller', 'Schäfer', 'Großmann', 'Weiß', 'von der Heide', 'Köhler', 'Brandt', 'Öztürk'],
  },
  {
    country: 'GB',
    language: 'en',
    dialling: '44',
    first: ['Oliver', 'Amelia', 'Harriet', 'George', 'Isla', 'Noah', 'Freya', 'Arthur'],
    last: ['Whitfield', 'O’Brien', 'Ashworth', 'Clarke', 'Pemberton', 'Hughes', 'Lee', 'Walker'],
  },
  {
    country: 'ES',
    language: 'es',
    dialling: '34',
    first: ['Lucía', 'Martín', 'Sofía', 'Íñigo', 'Begoña', 'José', 'Ángela', 'Nuria'],
    last: ['García', 'Muñoz', 'Núñez', 'Peña', 'Ibáñez', 'Ruiz', 'Domínguez', 'Vázquez'],
  },
  {
    country: 'IT',
    language: 'it',
    dialling: '39',
    first: ['Giulia', 'Marco', 'Nicolò', 'Chiara', 'Alessandro', 'Francesca', 'Elia', 'Bianca'],
    last: ['Rossi', 'D’Angelo', 'Conti', 'Ferrari', 'Greco', 'Marchetti', 'Lombardi', 'De Luca'],
  },
  {
    country: 'FR',
    language: 'fr',
    dialling: '33',
    first: ['Chloé', 'Étienne', 'Zoé', 'François', 'Maëlle', 'Théo', 'Anaïs', 'Loïc'],
    last: ['Lefèvre', 'Dupont', 'Benoît', 'Garnier', 'Hébert', 'Moreau', 'L’Hôte', 'Faure'],
  },
  {
    country: 'RU',
    language: 'ru',
    dialling: '7',
    first: ['Анна', 'Дмитрий', 'Ольга', 'Сергей', 'Наталья', 'Игорь', 'Екатерина', 'Фёдор'],
    last: ['Иванов', 'Смирнова', 'Кузнецов', 'Соколова', 'Щербаков', 'Юдина', 'Орлов', 'Белова'],
  },
  {
    country: 'AE',
    language: 'ar',
    dialling: '971',
    first: ['فاطمة', 'محمد', 'ليلى', 'يوسف', 'مريم', 'خالد', 'نورة', 'عمر'],
    last: ['الهاشمي', 'السويدي', 'المنصوري', 'الكعبي', 'العامري', 'الفلاسي', 'النعيمي', 'الشامسي'],
  },
  {
    country: 'CN',
    language: 'zh',
    dialling: '86',
    first: ['伟', '芳', '娜', '敏', '静', '强', '磊', '洋'],
    last: ['王', '李', '张', '刘', '陈', '杨', '黄', '赵'],
  },
  {
    country: 'JP',
    language: 'ja',
    dialling: '81',
    first: ['さくら', '蓮', '結衣', '大翔', 'ユキ', '陽菜', '健太', '美咲'],
    last: ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村'],
  },
  {
    country: 'KR',
    language: 'ko',
    dialling: '82',
    first: ['민준', '서연', '지우', '하은', '도윤', '수빈', '예준', '지민'],
    last: ['김', '이', '박', '최', '정', '강', '조', '윤'],
  },
  {
    country: 'IN',
    language: 'hi',
    dialling: '91',
    first: ['आरव', 'अनन्या', 'विवान', 'दिया', 'अर्जुन', 'मीरा', 'कबीर', 'सारा'],
    last: ['शर्मा', 'वर्मा', 'गुप्ता', 'सिंह', 'पटेल', 'मिश्रा', 'जोशी', 'रेड्डी'],
  },
  {
    country: 'BD',
    language: 'bn',
    dialling: '880',
    first: ['রহিম', 'ফাতেমা', 'করিম', 'নাদিয়া', 'আরিফ', 'সুমাইয়া', 'হাসান', 'তানিয়া'],
    last: ['আহমেদ', 'খাতুন', 'হোসেন', 'চৌধুরী', 'ইসলাম', 'আক্তার', 'মিয়া', 'দাস'],
  },
  {
    country: 'VN',
    language: 'vi',
    dialling: '84',
    first: ['Hương', 'Tuấn', 'Phương', 'Đức', 'Thảo', 'Quốc', 'Mỹ Linh', 'Hải'],
    last: ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Đặng', 'Bùi', 'Võ', 'Đỗ'],
  },
  {
    country: 'TR',
    language: 'tr',
    dialling: '90',
    first: ['Ayşe', 'Çağlar', 'İrem', 'Mehmet', 'Gül', 'Oğuz', 'Şule', 'Umut'],
    last: ['Yılmaz', 'Şahin', 'Öztürk', 'Çelik', 'Aydın', 'Güneş', 'Kılıç', 'Doğan'],
  },
]
