CREATE TABLE "share_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"track_id" uuid,
	"playlist_id" uuid,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"max_listens" integer,
	"listens" integer DEFAULT 0 NOT NULL,
	"allow_download" boolean DEFAULT false NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "share_links_one" CHECK (num_nonnulls("share_links"."track_id", "share_links"."playlist_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "share_listens" (
	"link_id" uuid NOT NULL,
	"browser" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_listens_link_id_browser_pk" PRIMARY KEY("link_id","browser")
);
--> statement-breakpoint
CREATE TABLE "share_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link_id" uuid NOT NULL,
	"track_id" uuid NOT NULL,
	"browser" text NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"position" double precision NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_listens" ADD CONSTRAINT "share_listens_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_notes" ADD CONSTRAINT "share_notes_link_id_share_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."share_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_notes" ADD CONSTRAINT "share_notes_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_links_by_user" ON "share_links" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "share_links_of_track" ON "share_links" USING btree ("track_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "share_links_of_playlist" ON "share_links" USING btree ("playlist_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "share_listens_started" ON "share_listens" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "share_notes_of_link" ON "share_notes" USING btree ("link_id","track_id","position","id");--> statement-breakpoint
CREATE INDEX "share_notes_of_track" ON "share_notes" USING btree ("track_id");