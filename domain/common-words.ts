// Words that are common in passwords, in English and Indonesian, written for this file. Variants of them are found by rule
// (common-passwords.ts): capitals, leet, digits, years and symbols around them, doubled, reversed, two together.

/** A line that begins with # says what the words below have in common. */
export const commonWordLines = `
# Words of access and of work
password passcode passphrase passwd secret private access login logon signin welcome hello letmein changeme default admin administrator root superuser user username guest
test testing tester demo sample example system server computer internet network wifi router google facebook twitter instagram whatsapp telegram youtube tiktok linkedin amazon
apple samsung nokia xiaomi oppo vivo android iphone windows linux ubuntu microsoft office excel word email gmail yahoo hotmail account master mypassword newpassword security
secure safety backup database oracle mysql postgres cisco juniper temp temporary nothing whatever trustno iloveyou company business finance payroll invoice report project
worklog daybook timesheet manager director boss staff employee worker team leader owner client customer sales marketing support service helpdesk monday budget contract
sandi katasandi kunci rahasia masuk keluar selamat selamatdatang halo apakabar pengguna tamu coba cobacoba percobaan contoh sistem komputer jaringan akun saya aku kamu kita kami
kantor perusahaan usaha bisnis keuangan gaji laporan proyek kerja pekerja karyawan pegawai manajer direktur bos ketua pemilik pelanggan penjualan pemasaran layanan bantuan tim
# Love, family and feelings
love lover lovely loveme iloveme loveyou loveyouforever forever always baby babygirl babyboy honey sweet sweetie sweetheart darling dear angel princess prince queen king heart
kiss kisses hug smile happy happiness lucky joy peace hope faith dream dreams dreamer freedom friend friends friendship family mother father mommy daddy mama papa brother sister
grandma grandpa husband wife daughter son beautiful pretty handsome cutie sexy crazy lonely broken single together wonder wonderful magic miracle
cinta cintaku cintakamu akucintakamu akucinta sayang sayangku sayangkamu akusayangkamu kasih kekasih kekasihku rindu kangen hati hatiku jantung jiwa permata bidadari bunga
bahagia senang gembira sukses berkah rezeki semangat damai harapan impian mimpi bebas merdeka kawan teman sahabat keluarga ibu ibuku bapak bapakku ayah ayahku bunda bundaku
mamah kakak adik abang nenek kakek suami istri istriku suamiku anak anakku putra putri putriku manis cantik ganteng tampan imut lucu gila jomblo selamanya bersama
# Religion and country
jesus christ jesuschrist christian church bible gospel lord blessed blessing savior heaven angels saint maria mary joseph holy spirit amen glory grace prayer buddha krishna shiva
allah allahuakbar bismillah alhamdulillah subhanallah insyaallah masyaallah assalamualaikum astagfirullah islam muslim muhammad ramadan ramadhan lebaran idulfitri quran
masjid gereja yesus tuhan tuhanyesus doa berdoa surga malaikat puji pujian syukur haji hijrah natal paskah nyepi galungan pancasila garuda merahputih indonesia indonesiaraya
nusantara indonesian republik america american canada england britain australia india china japan japanese korea korean germany france italy spain brazil mexico russia africa
europe asia singapore malaysia thailand vietnam philippines jakarta bandung surabaya semarang yogyakarta jogja jogjakarta solo surakarta malang bogor depok bekasi tangerang
medan palembang padang pekanbaru lampung jambi bengkulu aceh batam pontianak banjarmasin balikpapan samarinda makassar manado palu kendari ambon ternate jayapura papua bali
denpasar lombok mataram kupang flores sumatra sumatera jawa kalimantan sulawesi maluku cirebon tegal pekalongan kudus kediri madiun jember banyuwangi sukabumi garut tasikmalaya
london paris berlin madrid rome milan moscow tokyo osaka seoul beijing shanghai hongkong bangkok sydney melbourne toronto newyork boston chicago dallas houston denver phoenix
atlanta orlando florida texas california hollywood vegas lasvegas hawaii brooklyn manhattan liverpool manchester
astaghfirullah bismillahirrahmanirrahim lailahaillallah allahumma alhamdulilah barakallah inshaallah subhanallahi australian indonesiaku
# Names
james john robert michael william david richard thomas charles daniel matthew anthony mark donald steven andrew paul joshua kenneth kevin brian george timothy ronald
jason edward jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory alexander alex patrick frank raymond jack dennis jerry
tyler aaron jose adam nathan henry douglas zachary peter kyle walter ethan jeremy harold carl keith roger gerald austin arthur noah liam oliver lucas mason logan
jordan jackson hunter cooper chris christopher mike steve dave danny tommy bobby johnny charlie max oscar leo felix simon victor martin marcus louis albert
patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna michelle carol amanda melissa deborah
stephanie rebecca sharon laura cynthia dorothy amy kathleen angela shirley emma brenda pamela nicole anna samantha katherine christine helen debra rachel carolyn janet
catherine heather diane olivia julie joyce victoria ruth virginia lauren kelly christina joan evelyn judith andrea hannah megan cheryl jacqueline martha madison teresa
gloria sara janice ann abigail sophia sophie isabella charlotte mia amelia chloe zoe lucy alice julia natalie vanessa monica sabrina tiffany crystal amber bella daisy molly
budi agus andi ahmad achmad muhamad mohammad eko dedi dede deni denny dodi doni rudi hendra hendri hendro herman heri hadi iwan irwan irfan indra joko jaka bambang slamet
sugeng suryadi supri supriyadi suparman sutrisno susanto santoso setiawan wahyu wahyudi yudi yusuf yanto yoga yogi rizki rizky rizal ridho ridwan rahmat rahman reza rendi roni
fajar fauzi ferdi ferry firman fikri faisal galih gilang guntur hasan husein ilham imam ismail jefri kurnia kurniawan lukman made wayan nyoman ketut putu komang gede maulana
nugroho prasetyo pratama purnomo raka rama saputra satria sigit taufik teguh tono toni tri umar wawan wibowo widodo wijaya yahya zainal zaki adi aditya akbar aldi alfian
andika angga anton anto ardi arif arief arya asep ujang cecep bagas bagus bayu bima cahya candra dani darma dimas dwi edi edo erik erwin
siti dewi sri ani anita ayu ayunda aisyah anisa annisa ariani astuti cici citra cindy desi devi diah diana dina dinda eka elsa endang eni erna evi fatimah
febri fitri fitria fitriani gita hani handayani hartati ida ika ima indah intan ira irma jihan juli kartika kartini khadijah kirana kusuma laila lestari lia lilis lina lusi
maya mega melati mila mira mutia nadia nadya nana nia nina nisa novi novita nur nuraini nurul oktavia puspita putriani rahayu rani ratih ratna reni retno ria rika rina
rini riska rosa sari salsa salsabila santi sinta shinta suci sulastri susi susanti tari tati tina titi tuti ulfa utami vina vera wati widya winda wulan wulandari yanti yani
yuli yuliana yulia yuni zahra zaskia rahma rahmawati setiawati kurniasih ningsih mulyani permatasari anggraini
alexandra alexandria angelina cristina mohamed dewangga
# Animals, nature, seasons
animal dragon monkey tiger lion eagle falcon hawk wolf wolves bear panda dog doggy puppy cat kitty kitten horse pony unicorn dolphin shark whale turtle snake cobra viper
spider scorpion butterfly bird chicken rooster duck pig cow bull rabbit bunny mouse elephant giraffe zebra penguin dinosaur jaguar panther leopard cheetah cougar
gorilla buddy rocky shadow ginger pepper bailey buster tigger snoopy smokey sparky rusty
flower rose lily jasmine sunflower orchid lavender tree forest garden mountain river ocean beach island sea water fire earth wind storm thunder lightning rain rainbow
snow snowball ice sun sunny sunshine sunset sunrise moon moonlight star stars starlight sky galaxy space planet mars venus jupiter saturn world summer winter spring autumn
kucing kucingku anjing kuda harimau macan singa gajah kerbau sapi kambing domba ayam bebek burung elang rajawali merpati kelinci kancil monyet kera ular naga buaya komodo ikan
hiu lumba paus kupu kupukupu semut lebah katak tikus beruang serigala badak banteng cendrawasih
mawar anggrek teratai matahari bulan bintang langit bumi laut lautan pantai pulau gunung sungai hutan hujan pelangi angin api air tanah batu emas perak
mutiara mentari senja malam siang pagi sore awan cahaya kilat petir dunia samudra samudera
# Food, colours, sports, games
coffee chocolate cookie cookies candy sugar honeybee banana orange lemon cherry strawberry blueberry peach mango melon grape coconut pineapple tomato potato cheese
butter pizza burger bread cake icecream pancake noodle rice milk beer wine vodka whiskey tequila juice tea pepsi cocacola
kopi teh susu gula garam nasi nasigoreng nasipadang bakso sate rendang soto mie miegoreng miayam indomie tempe tahu ayamgoreng gado gadogado sambal cabe kerupuk pisang jeruk
mangga durian rambutan semangka nanas kelapa salak apel anggur roti coklat permen martabak ketoprak pempek
red blue green yellow purple black white silver golden gold pink brown violet diamond ruby emerald pearl platinum
merah biru hijau kuning ungu hitam putih jingga
football soccer baseball basketball softball volleyball hockey tennis golf golfer rugby cricket boxing wrestling swimming running racing skate skateboard snowboard surfing
fishing hunting hiking camping dance dancer dancing badminton chess poker player champion winner winning victory score goal striker yankees lakers cowboys steelers
packers eagles patriots broncos raiders dodgers redsox celtics warriors rangers arsenal chelsea barcelona realmadrid juventus acmilan intermilan bayern ronaldo messi beckham
sepakbola bolabasket bolavoli bulutangkis bola futsal renang lari silat juara pemain pemenang menang persija persib persebaya arema persipura viking bonek bobotoh jakmania
game games gamer gaming pokemon pikachu naruto sasuke onepiece luffy dragonball goku minecraft fortnite roblox mobilelegends pubg freefire nintendo mario zelda sonic xbox
playstation counterstrike dota warcraft starcraft diablo matrix starwars skywalker yoda vader jedi batman superman spiderman ironman hulk thor avengers captain joker
wolverine deadpool harrypotter hogwarts gandalf frodo hobbit mickey minnie disney frozen barbie hellokitty doraemon nobita snowwhite cinderella tinkerbell
cheerleader united manchesterunited manutd liverpoolfc arsenalfc chelseafc mancity tottenham cristiano cristianoronaldo ronaldinho lionel lionelmessi neymar mbappe rossi timnas timnasgaruda
# Music, vehicles, professions, other
music rock rocknroll metal metallica guitar piano drummer singer nirvana slipknot blink eminem beatles coldplay linkinpark greenday radiohead blackpink bangtan twice
musik gitar lagu dangdut slank dewa peterpan sheila koes band penyanyi
car mustang camaro corvette ferrari porsche mercedes bmw honda toyota yamaha suzuki kawasaki mazda nissan ford chevy dodge jeep harley ducati truck driver motor turbo diesel
mobil sepeda kereta pesawat kapal avanza innova vespa supra mio beat ninja
doctor nurse teacher student lawyer police soldier army navy marine pilot killer warrior knight samurai pirate wizard witch vampire zombie ghost demon
devil monster alien robot legend hero genius rebel outlaw gangster mafia hacker cyber
dokter perawat guru murid siswa mahasiswa polisi tentara prajurit petani nelayan pedagang supir pahlawan raja ratu pangeran kesatria hantu setan iblis preman jagoan
school college university class house home homework book books library science history english money cash dollar rich million lottery bank credit paypal bitcoin crypto
sekolah kampus kuliah universitas kelas rumah rumahku buku pelajaran uang duit rupiah kaya juta jutawan kredit pinjaman warung toko pasar sejahtera makmur jaya abadi maju
sentosa mandiri sinar utama karya mitra mulia prima cipta anugerah bahari perkasa sakti berjaya
door window table chair phone mobile camera video movie television radio cable battery pencil paper letter number letters mirror clock watch hammer bullet gun pistol rocket
power energy force strong stronger speed fast flash nuclear atomic electric thunderbolt blaster cannon trigger sniper
pintu jendela meja kursi telepon lampu kamera kertas pensil pena angka huruf cermin jam kuat hebat keren mantap mantul gaul asik asyik santai bismilah
tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december today tomorrow yesterday
birthday christmas holiday weekend vacation valentine halloween easter newyear
senin selasa rabu kamis jumat sabtu minggu januari februari maret mei juni agustus oktober desember hari ini besok kemarin ulangtahun liburan
tahunbaru satu dua tiga empat lima enam tujuh delapan sembilan sepuluh one two three four five six seven eight nine ten zero hundred thousand first last
good great best cool awesome super ultra perfect amazing special big small little new old young hot cold dark light bright true false real simple easy hard
baru lama besar kecil baik terbaik pintar cerdas rajin malas jelek buruk panas dingin gelap terang benar salah mudah sulit
fuck fucker fuckyou fuckoff fuckme shit bullshit bitch asshole bastard pussy dick cock sex naked porn damn hell stupid idiot loser sucker
anjir bangsat bajingan kampret brengsek goblok tolol bodoh jancuk asu babi monyong kontol memek ngentot tai
the you your and for not this that with mine yours myself yourself nobody somebody everyone everything anything something never ever once again please sorry thanks thankyou
goodbye goodluck goodmorning goodnight godisgood godislove jesuslovesme ilovejesus ilovegod iloveallah ilovemom ilovemymom ilovemyself imissyou imsorry whoami opensesame abracadabra
tidak bukan lupa lupapassword gaktau tidaktau gatau terserah mana siapa kenapa bagaimana terima terimakasih maaf maafkan tolong silakan semua selalu pasti bisa pastibisa sukseslah
bieber justinbieber onedirection hatsunemiku miku spongebob patrickstar btsarmy exol exoplanet jungkook taehyung kpop taylorswift mitsubishi jazz hondajazz gudanggaram sampoerna tanya tanyaaja aja kenangan kenanganku mantan mantanku
`;
